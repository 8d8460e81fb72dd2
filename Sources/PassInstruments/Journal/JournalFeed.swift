import Dispatch
import PassCore
import Synchronization

/// Tells the observers of a journal of each arrival and each answer, on a queue of its own.
///
/// A request never waits for an observer. Entries beyond the limits are dropped and counted. An observer that must not
/// miss an entry reads the journal again when it is told that some were dropped.
package final class JournalFeed: Sendable {
    /// A function that receives new and completed entries in their order, and the number of entries dropped before
    /// them.
    package typealias Observer = @Sendable (_ entries: [JournalEntry], _ dropped: Int) -> Void

    private struct State {
        var observers: [Int: Observer] = [:]
        var endings: [Int: @Sendable () -> Void] = [:]
        var last = 0
        var waiting: [JournalEntry] = []
        var waitingBytes = 0
        var dropped = 0
        var isScheduled = false
        var hasEnded = false
    }

    /// The maximum number of entries that wait for the queue.
    package static let capacity = 1_000
    /// The maximum number of bytes that the waiting entries take.
    package static let byteCapacity = 8 << 20

    private let state = Guarded(State())
    private let watched = Atomic(false)
    private let queue = DispatchQueue(label: "pass-simulator.journal", qos: .utility)

    /// Whether there is an observer. This is read for every request, so it takes no lock.
    package var isWatched: Bool { watched.load(ordering: .acquiring) }

    /// Adds an observer, which is told of everything from now on.
    ///
    /// - Parameter ended: called when the journal ends, before the observer is removed; on the queue if the journal has
    ///   ended already.
    /// - Returns: the observer's number, by which it is removed.
    package func add(ended: @escaping @Sendable () -> Void = {}, _ observer: @escaping Observer) -> Int {
        let (number, hasEnded) = state.withLock { state in
            state.last += 1
            state.observers[state.last] = observer
            state.endings[state.last] = ended
            watched.store(true, ordering: .releasing)
            return (state.last, state.hasEnded)
        }
        // A request may find the namespace just before it is removed.
        if hasEnded { queue.async(execute: ended) }
        return number
    }

    /// Removes an observer. It may still be told of entries that were waiting for the queue.
    package func remove(_ number: Int) {
        let removed = state.withLock { state in
            defer { watched.store(!state.observers.isEmpty, ordering: .releasing) }
            return (state.observers.removeValue(forKey: number), state.endings.removeValue(forKey: number))
        }
        // The closures must not be released while the lock is held. Without this call, the compiler may release them
        // earlier.
        withExtendedLifetime(removed) {}
    }

    /// Tells the observers that the journal has ended, because its namespace was removed.
    package func end() {
        let endings = state.withLock { state in
            state.hasEnded = true
            return state.endings
        }
        for ended in endings.values { ended() }
    }

    /// The number of observers.
    package var count: Int { state.withLock { $0.observers.count } }

    func tell(_ entry: JournalEntry) {
        let mustSchedule = state.withLock { state in
            let bytes = entry.byteCount
            if state.waiting.count < Self.capacity, state.waitingBytes + bytes <= Self.byteCapacity {
                state.waiting.append(entry)
                state.waitingBytes += bytes
            } else {
                state.dropped += 1
            }
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { queue.async { self.deliver() } }
    }

    private func deliver() {
        let (observers, entries, dropped) = state.withLock { state in
            defer {
                (state.waiting, state.waitingBytes, state.dropped, state.isScheduled) = ([], 0, 0, false)
            }
            return (Array(state.observers.values), state.waiting, state.dropped)
        }
        for observer in observers { observer(entries, dropped) }
    }

    /// Calls a function on the queue, after the observers have been told of all entries so far.
    package func afterNews(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }

    /// Starts a timer on the queue.
    ///
    /// - Returns: the timer, which runs until it is cancelled or released.
    package func timer(
        afterMilliseconds first: Int, repeating: Int? = nil, _ body: @escaping @Sendable () -> Void
    ) -> JournalTimer {
        JournalTimer(queue, first, repeating, body)
    }
}

/// A timer of real time.
package final class JournalTimer: Sendable {
    private let source: Guarded<any DispatchSourceTimer>

    init(_ queue: DispatchQueue, _ first: Int, _ repeating: Int?, _ body: @escaping @Sendable () -> Void) {
        let source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(
            deadline: .now() + .milliseconds(first), repeating: repeating.map { .milliseconds($0) } ?? .never)
        source.setEventHandler(handler: body)
        source.activate()
        self.source = Guarded(source)
    }

    deinit {
        cancel()
    }

    package func cancel() {
        source.withLock { $0.cancel() }
    }
}
