/// The judgement of one rule on a client: whether there was anything to judge, and what was wrong.
struct Ruling: Sendable, Equatable {
    /// A deviation from a rule, with the exchanges that show it.
    struct Finding: Sendable, Equatable {
        /// A sentence about this case, with the values that were measured.
        var sentence: String
        /// The IDs of the exchanges, in their order.
        var exchanges: [String]
    }

    /// Whether the client did what the rule is about. A client is never judged without evidence.
    private(set) var isSeen = false
    /// The violations; at most `mostFindings`.
    private(set) var findings: [Finding] = []
    /// Deviations that don't count as violations, since a published source allows them or one event proves little.
    private(set) var notes: [Finding] = []
    /// The number of violations and other deviations that are missing from the lists.
    private(set) var leftOut = 0

    static let mostFindings = 50

    /// Records that the client did what the rule is about.
    mutating func see() { isSeen = true }

    /// Records a violation.
    mutating func find(_ sentence: String, _ calls: RecordedCall?...) {
        isSeen = true
        add(Finding(sentence: sentence, exchanges: calls.compactMap { $0?.id }), to: \.findings)
    }

    /// Records a deviation that doesn't count as a violation.
    mutating func note(_ sentence: String, _ calls: RecordedCall?...) {
        isSeen = true
        add(Finding(sentence: sentence, exchanges: calls.compactMap { $0?.id }), to: \.notes)
    }

    private mutating func add(_ finding: Finding, to list: WritableKeyPath<Ruling, [Finding]>) {
        if self[keyPath: list].count < Self.mostFindings { self[keyPath: list].append(finding) } else { leftOut += 1 }
    }
}
