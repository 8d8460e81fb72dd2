import PassCore

/// The simulator's verdict on a client: each published rule, and whether the client obeys it.
public struct ClientVerdict: Sendable, Hashable {
    /// The result of judging the requests by one rule, or by all.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        case passed
        case failed
        /// The requests give no evidence either way.
        case notSeen = "not seen"
    }

    /// The outcome for the client; `failed` if the client breaks a rule that it must obey.
    public let outcome: Outcome
    /// The judged rules in the order of their numbers.
    public let rules: [JudgedRule]
    /// The verdict with all members that the simulator sent.
    public let record: ControlRecord

    /// The rules that the client must obey and breaks.
    public var brokenMusts: [JudgedRule] { rules.filter { $0.outcome == .failed && $0.isMust } }

    init(_ answer: JSONValue) {
        outcome = Self.outcome(answer)
        rules = answer.elements("rules").map(JudgedRule.init)
        record = ControlRecord(answer)
    }

    fileprivate static func outcome(_ object: JSONValue) -> Outcome {
        object["outcome"]?.stringValue.flatMap(Outcome.init(rawValue:)) ?? .notSeen
    }
}

/// A published rule with its outcome for a client.
public struct JudgedRule: Sendable, Hashable {
    /// A deviation, with the exchanges that show it.
    public struct Finding: Sendable, Hashable {
        /// The deviation as a sentence.
        public let sentence: String
        /// The IDs of the exchanges.
        public let exchanges: [String]
    }

    /// The number of the rule, such as `R-34`.
    public let id: String
    /// The outcome for the client.
    public let outcome: ClientVerdict.Outcome
    /// Whether the vendor requires the rule, rather than only recommending it.
    public let isMust: Bool
    /// The rule as a sentence.
    public let title: String
    /// The advice to a client that breaks the rule.
    public let remedy: String
    /// The violations.
    public let findings: [Finding]
    /// Deviations that don't affect the outcome.
    public let notes: [Finding]

    init(_ rule: JSONValue) {
        id = rule["rule"]?.stringValue ?? ""
        outcome = ClientVerdict.outcome(rule)
        isMust = rule["force"]?.stringValue == "must"
        title = rule["title"]?.stringValue ?? ""
        remedy = rule["remedy"]?.stringValue ?? ""
        findings = Self.findings(rule.elements("findings"))
        notes = Self.findings(rule.elements("notes"))
    }

    private static func findings(_ elements: [JSONValue]) -> [Finding] {
        elements.map { finding in
            Finding(
                sentence: finding["sentence"]?.stringValue ?? "",
                exchanges: finding.elements("exchanges").compactMap(\.stringValue))
        }
    }
}

/// A format in which the simulator writes a verdict.
public enum VerdictForm: String, Sendable, Hashable, CaseIterable {
    case json
    /// Sentences for people.
    case text
    /// The XML of JUnit, in which a rule is a test.
    case junit
    /// SARIF 2.1.0.
    case sarif
}
