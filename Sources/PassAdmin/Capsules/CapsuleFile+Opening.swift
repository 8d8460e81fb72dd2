import PassCore
package import PassInstruments

extension CapsuleFile {
    /// The state when the capsule was saved, with the clock frozen at that time.
    package var shownState: NamespaceSnapshot {
        var shown = state
        shown.clock = NamespaceSnapshot.Clock(now: savedAt, isFrozen: true, scale: 1, followsRealTime: false)
        return shown
    }

    /// Replaces the contents of a journal with the exchanges and clock changes of the capsule.
    package func record(in journal: Journal) {
        journal.removeAll(reset: true)
        // A capsule saved from this journal isn't complete: it lacks the state with which the recorded namespace began.
        journal.markCut()
        var turns = turns[...]
        for (id, entry) in exchanges {
            while let turn = turns.first, turn.position.number < id.number {
                journal.recordTurn(from: turn.before, to: turn.after)
                turns.removeFirst()
            }
            journal.record(entry)
        }
        for turn in turns { journal.recordTurn(from: turn.before, to: turn.after) }
    }
}
