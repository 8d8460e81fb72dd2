import PassCore
import PassInstruments

/// The indexes of the journals that were read recently.
///
/// When together they take more bytes than the limit, the least recently read ones are dropped. A dropped index is
/// built again when it is needed.
final class JournalIndexes: Sendable {
    private struct Held {
        weak var journal: Journal?
        var index = JournalIndex()
        var lastUse = 0
    }

    private struct State {
        var held: [ObjectIdentifier: Held] = [:]
        var uses = 0
    }

    /// The maximum number of bytes of all indexes together.
    ///
    /// An exchange takes about a hundred bytes. Each name is stored once in an index, however many exchanges have it.
    static let byteLimit = 64 << 20

    private let state = Guarded(State())
    private let limit: Int

    init(limit: Int = JournalIndexes.byteLimit) {
        self.limit = limit
    }

    /// An estimate of the memory that the indexes take, in bytes.
    var byteCount: Int { state.withLock { $0.held.values.reduce(0) { $0 + $1.index.byteCount } } }

    /// Returns the index of a journal, with everything that the journal has recorded so far.
    func index(of journal: Journal) -> JournalIndex {
        state.withLock { state in
            state.uses += 1
            let name = ObjectIdentifier(journal)
            // The held index may be that of an earlier journal, which had the same address in memory.
            var held = state.held.removeValue(forKey: name).flatMap { $0.journal === journal ? $0 : nil } ?? Held()
            (held.journal, held.lastUse) = (journal, state.uses)
            held.index.update(from: journal)
            makeRoom(for: held.index.byteCount, in: &state)
            if held.index.byteCount <= limit { state.held[name] = held }
            return held.index
        }
    }

    private func makeRoom(for bytes: Int, in state: inout State) {
        state.held = state.held.filter { $0.value.journal != nil }
        var rest = limit - bytes - state.held.values.reduce(0) { $0 + $1.index.byteCount }
        while rest < 0, let oldest = state.held.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            rest += oldest.value.index.byteCount
            state.held[oldest.key] = nil
        }
    }
}
