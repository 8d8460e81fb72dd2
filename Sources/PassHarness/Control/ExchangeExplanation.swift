import PassCore

/// The reasons for an answer: the checks that ran, in their order, and the rule that affected it.
public struct ExchangeExplanation: Sendable, Hashable {
    /// The name of the exchange.
    public let exchange: String
    /// The name of the operation; `nil` when the simulator serves nothing under the path.
    public let operationName: String?
    /// The answer's status.
    public let status: Int
    /// The result in the words of the log, e.g. `denied`; `nil` for an ordinary answer.
    public let outcome: String?
    /// The reason for the result.
    public let reason: String?
    /// The name of the rule that took effect; `nil` if none did.
    public let rule: String?
    /// A sentence that says why, for people.
    public let sentence: String
    /// The checks in the order in which they ran; at most 64 and the operation.
    public let checks: [ExplainedCheck]
    /// Everything that the simulator told.
    public let record: ControlRecord

    /// The checks from which the answer follows.
    public var deciding: [ExplainedCheck] { checks.filter(\.hasDecided) }

    init(_ answer: JSONValue) {
        exchange = answer["exchange"]?.stringValue ?? ""
        operationName = answer["operation"]?.stringValue
        status = answer.count("status")
        outcome = answer["outcome"]?.stringValue
        reason = answer["reason"]?.stringValue
        rule = answer["rule"]?.stringValue
        sentence = answer["sentence"]?.stringValue ?? ""
        checks = answer.elements("checks").map(ExplainedCheck.init)
        record = ControlRecord(answer)
    }
}

/// A check that a request met on its way to its answer.
public struct ExplainedCheck: Sendable, Hashable {
    /// What was checked, e.g. `token expiry`.
    public let name: String
    /// Whether the request got past the check.
    public let hasPassed: Bool
    /// Whether the answer follows from the check.
    public let hasDecided: Bool
    /// The values that were compared, by their names, e.g. `expires`; numbers and truth values as text.
    public let values: [String: String]
    /// A sentence that tells the result, for people.
    public let sentence: String

    init(_ check: JSONValue) {
        name = check["check"]?.stringValue ?? ""
        hasPassed = check["passed"] == .bool(true)
        hasDecided = check["decided"] == .bool(true)
        let values = check["values"].map { ControlRecord($0).members } ?? []
        self.values = Dictionary(values.map { ($0.name, $0.value) }) { first, _ in first }
        sentence = check["sentence"]?.stringValue ?? ""
    }
}
