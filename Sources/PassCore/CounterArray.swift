import Synchronization

/// A fixed number of counters that many threads increase without a lock.
///
/// A reader that reads several counters while they change may find an event counted in one but not yet in another.
package final class CounterArray: @unchecked Sendable {
    // Sendable: the pointer never changes, and every access to what it points to is atomic.
    private let counters: UnsafeMutablePointer<Atomic<Int>>
    package let count: Int

    /// Creates counters that are all 0.
    package init(count: Int) {
        self.count = count
        counters = .allocate(capacity: count)
        for index in 0..<count { (counters + index).initialize(to: Atomic(0)) }
    }

    deinit {
        counters.deinitialize(count: count)
        counters.deallocate()
    }

    /// Increases a counter, which wraps around to the smallest number on overflow.
    ///
    /// - Parameter index: 0 to `count` - 1; any other index stops the program.
    package func add(_ amount: Int = 1, at index: Int) {
        precondition(index >= 0 && index < count, "There is no such counter.")
        counters[index].wrappingAdd(amount, ordering: .relaxed)
    }

    /// The value of a counter.
    package subscript(index: Int) -> Int {
        precondition(index >= 0 && index < count, "There is no such counter.")
        return counters[index].load(ordering: .relaxed)
    }
}
