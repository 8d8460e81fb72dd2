import Testing

/// A rule with a client that obeys it and one that breaks it.
struct VerdictCase: Sendable, CustomTestStringConvertible {
    var rule: String
    var good: [ClientStep]
    var bad: [ClientStep]
    /// Whether the bad client gets no more than a note, since the rule never fails.
    var isNote = false
    /// The hint with which the verdict is asked for.
    var hint = ""

    init(_ rule: String, hint: String = "", isNote: Bool = false, good: [ClientStep], bad: [ClientStep]) {
        self.rule = rule
        self.hint = hint
        self.isNote = isNote
        self.good = good
        self.bad = bad
    }

    var testDescription: String { rule }

    static let all =
        registration + headers + transport + login + polling + profiles + decisions + others + singleSignOn + sdk
}
