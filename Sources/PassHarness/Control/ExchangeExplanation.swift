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
    /// The reason for the answer as a sentence for people.
    public let sentence: String
    /// The checks in the order in which they ran; at most 64, plus the one for the operation.
    public let checks: [ExplainedCheck]
    /// The explanation with all members that the simulator sent.
    public let record: ControlRecord

    /// The checks that decided the answer.
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

/// A check that led to the answer of a request.
public struct ExplainedCheck: Sendable, Hashable {
    /// The name of the check, e.g. `token expiry`.
    public let name: String
    /// Whether the request passed the check.
    public let hasPassed: Bool
    /// Whether the check decided the answer.
    public let hasDecided: Bool
    /// The values that were compared, by their names, e.g. `expires`; numbers and Boolean values as text.
    public let values: [String: String]
    /// The result as a sentence for people.
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
