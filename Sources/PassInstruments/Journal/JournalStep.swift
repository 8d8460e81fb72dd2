package import PassCore

/// A change that an operator or a program made to a namespace, and its place among the exchanges of a journal.
///
/// Changes of the clock are `ClockTurn`s.
package struct JournalStep: Sendable {
    package enum Change: Sendable {
        /// A control operation that may have changed records, rules or settings, with its answer.
        case operation(JournalEntry)
        /// All rules of the namespace after a program changed them.
        case rules([RuleSnapshot])
        /// All settings of the namespace after a program changed them, in the form of a configuration file.
        case settings([UInt8])
    }

    /// The last arrival or answer before the change.
    package let position: ExchangeID
    /// The World's time of the change.
    package let time: Timestamp
    package let change: Change

    package init(position: ExchangeID, time: Timestamp, _ change: Change) {
        self.position = position
        self.time = time
        self.change = change
    }

    /// An estimate of the memory that the step takes, in bytes.
    var byteCount: Int {
        switch change {
        case .operation(let entry): entry.byteCount
        case .rules(let rules): 64 + rules.reduce(0) { $0 + $1.state.rule.byteCount + 64 }
        case .settings(let settings): 64 + settings.count
        }
    }
}

/// The last steps of a namespace, within limits of number and size.
struct JournalSteps {
    private(set) var all: [JournalStep] = []
    /// Whether steps were lost, for lack of room or because the journal was emptied.
    private(set) var isCut = false
    private var bytes = 0

    private static let most = 1_000
    private static let mostBytes = 4_194_304

    /// Removes all steps.
    ///
    /// - Parameter reset: whether the namespace itself is reset, so that its history begins here.
    mutating func removeAll(reset: Bool) {
        let isCut = !reset && (isCut || !all.isEmpty)
        self = JournalSteps()
        self.isCut = isCut
    }

    mutating func append(_ step: JournalStep) {
        all.append(step)
        bytes += step.byteCount
        while all.count > Self.most || bytes > Self.mostBytes, let oldest = all.first {
            bytes -= oldest.byteCount
            all.removeFirst()
            isCut = true
        }
    }
}
