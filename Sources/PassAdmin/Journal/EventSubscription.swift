import PassCore
import PassDomain
import PassHTTP
import PassInstruments

/// The events of one journal for one client, which takes them at its own pace.
///
/// Events that a slow client doesn't take in time are dropped and counted, so a slow client neither holds up the
/// journal nor fills the memory.
final class EventSubscription: Sendable {
    private struct State {
        var waiting: [UInt8] = []
        var dropped = 0
        var observer: Int?
        var timer: JournalTimer?
        var isOver = false
        /// The number of the last event that was recorded before the subscription began. Only later events are new;
        /// until the number is known, none is.
        var start = UInt64.max
    }

    /// The maximum number of bytes that wait for the client.
    static let capacity = 1 << 20
    /// The time between two comments that keep the connection open, in milliseconds of real time.
    private static let pause = 15_000

    private let reader: ExchangeReader
    private let query: ExchangeQuery
    private let mask: @Sendable (JournalEntry) -> SecretMask?
    private let wake: @Sendable () -> Void
    private let state: Guarded<State>

    /// Begins a subscription.
    ///
    /// - Parameters:
    ///   - last: the last event that the client received; all later ones that the journal still holds come first. `nil`
    ///     begins with new events.
    ///   - mask: returns the mask that hides the secrets of an exchange; `nil` shows them.
    ///   - wake: called when there is text to take: for events that the journal already holds, on the calling thread,
    ///     and otherwise on the journal's queue.
    ///   - ended: called when the journal ends.
    init(
        _ reader: ExchangeReader, _ query: ExchangeQuery, after last: ExchangeID?,
        mask: @escaping @Sendable (JournalEntry) -> SecretMask?, wake: @escaping @Sendable () -> Void,
        ended: @escaping @Sendable () -> Void = {}
    ) {
        self.reader = reader
        self.query = query
        self.mask = mask
        self.wake = wake
        let begin = reader.journal.position
        // An event with nothing but an ID tells the client its position in the stream (WHATWG HTML, section 9.2.6).
        state = Guarded(State(waiting: Array("id: \(begin)\n\n".utf8)))
        let observer = reader.journal.feed.add(ended: ended) { [weak self] entries, dropped in
            self?.add(entries, dropped)
        }
        let timer = reader.journal.feed.timer(afterMilliseconds: Self.pause, repeating: Self.pause) { [weak self] in
            self?.add(Array(":\n\n".utf8))
        }
        let news = state.withLock { state in
            (state.observer, state.timer) = (observer, timer)
            state.start = reader.journal.position.number
            return state.start
        }
        // Event numbers of another run of the simulator mean nothing in this one, so the client then gets all recorded
        // events.
        replay(after: last.map { $0.run == begin.run ? $0.number : 0 } ?? begin.number, until: news)
    }

    deinit {
        cancel()
    }

    /// Returns the text for the client that has been added since the last call.
    func take() -> [UInt8] {
        state.withLock { state in
            defer { (state.waiting, state.dropped) = ([], 0) }
            guard state.dropped > 0 else { return state.waiting }
            return state.waiting + Array("event: dropped\ndata: {\"dropped\":\(state.dropped)}\n\n".utf8)
        }
    }

    /// Ends the subscription.
    func cancel() {
        let (observer, timer) = state.withLock { state in
            defer { (state.observer, state.timer, state.isOver) = (nil, nil, true) }
            return (state.observer, state.timer)
        }
        if let observer { reader.journal.feed.remove(observer) }
        timer?.cancel()
    }

    /// Adds the recorded events whose numbers are larger than `after` and at most `last`, oldest first.
    private func replay(after: UInt64, until last: UInt64) {
        guard after < last else { return }
        var events: [(number: UInt64, text: [UInt8])] = []
        reader.journal.visit { entry in
            if entry.id.number > after, entry.id.number <= last, entry.importedID == nil {
                events.append((entry.id.number, text(entry, isArrival: true)))
            }
            if let number = entry.answer?.number, number > after, number <= last {
                events.append((number, text(entry, isArrival: false)))
            }
        }
        for event in events.sorted(by: { $0.number < $1.number }) where !event.text.isEmpty { add(event.text) }
    }

    private func add(_ entries: [JournalEntry], _ dropped: Int) {
        if dropped > 0 { state.withLock { $0.dropped += dropped } }
        let start = state.withLock { $0.start }
        for entry in entries where entry.answer?.number ?? entry.id.number > start {
            add(text(entry, isArrival: entry.isInFlight))
        }
    }

    private func add(_ text: [UInt8]) {
        guard !text.isEmpty else { return }
        let isAdded = state.withLock { state in
            if state.isOver { return false }
            guard state.waiting.count + text.count <= Self.capacity else {
                state.dropped += 1
                return false
            }
            state.waiting += text
            return true
        }
        if isAdded { wake() }
    }

    /// Returns the text of an event; empty if the exchange doesn't match the filters.
    private func text(_ entry: JournalEntry, isArrival: Bool) -> [UInt8] {
        let known = reader.read(entry)
        guard query.matches(known) else { return [] }
        let number = isArrival ? entry.id.number : entry.answer?.number ?? entry.id.number
        let id = ExchangeID(run: entry.id.run, number: number)
        let data = JSONWriter.object { known.write(to: &$0, mask: mask(entry)) }
        return Array("id: \(id)\nevent: \(isArrival ? "arrival" : "completion")\ndata: ".utf8) + data + [0x0A, 0x0A]
    }
}
