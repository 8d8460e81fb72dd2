import Dispatch

/// Functions that run at the same time on several processors.
package enum Parallel {
    /// Runs two functions at the same time, if there are two processors, and returns both results.
    ///
    /// - Throws: the error of the first function, else that of the second.
    package static func both<First: Sendable, Second: Sendable, Failure: Error>(
        _ first: @Sendable () throws(Failure) -> First, _ second: @Sendable () throws(Failure) -> Second
    ) throws(Failure) -> (First, Second) {
        let results = Guarded<(first: Result<First, Failure>?, second: Result<Second, Failure>?)>((nil, nil))
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            if index == 0 {
                let result = Result(catching: first)
                results.withLock { $0.first = result }
            } else {
                let result = Result(catching: second)
                results.withLock { $0.second = result }
            }
        }
        guard case (let first?, let second?) = results.withLock({ $0 }) else {
            preconditionFailure("Both have results when concurrentPerform returns.")
        }
        return (try first.get(), try second.get())
    }
}
