import PassCore

/// A pool of elements that are expensive to create and can serve one caller at a time.
///
/// The pool creates an element whenever none is idle, and stores at most `capacity` idle ones.
final class Pool<Element: Sendable>: Sendable {
    private let make: @Sendable () -> Element?
    private let capacity: Int
    private let idle = Guarded<[Element]>([])

    init(capacity: Int = 64, make: @escaping @Sendable () -> Element?) {
        self.capacity = capacity
        self.make = make
    }

    /// Calls `body` with an element that no other caller uses at the same time, and returns its result. Returns `nil`
    /// if `body` does, or if no element could be created.
    func lend<Result>(_ body: (Element) -> Result?) -> Result? {
        guard let element = idle.withLock({ $0.popLast() }) ?? make() else { return nil }
        defer { giveBack(element) }
        return body(element)
    }

    /// Stores an element for the next caller, or drops it if the pool is full.
    private func giveBack(_ element: Element) {
        idle.withLock { if $0.count < capacity { $0.append(element) } }
    }
}
