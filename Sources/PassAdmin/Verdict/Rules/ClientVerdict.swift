import PassCore

/// The judgement of a client by the published rules.
struct ClientVerdict: Sendable {
    /// The judged rules with their rulings, in the order of their numbers.
    let results: [Result]
    /// The IDs of the rules that were left out on request.
    let except: [String]

    struct Result: Sendable {
        let rule: ClientRule
        let ruling: Ruling

        var outcome: Outcome {
            if !ruling.findings.isEmpty { return .failed }
            return ruling.isSeen ? .passed : .notSeen
        }
    }

    enum Outcome: String, Sendable, CaseIterable {
        /// The client did what the rule is about, and broke nothing.
        case passed
        case failed
        /// The journal has no evidence, so the client isn't judged.
        case notSeen = "not seen"
    }

    /// Judges a client by all rules but those in `except`.
    ///
    /// - Parameter except: the IDs of rules that aren't judged.
    init(_ history: ClientHistory, rules: [ClientRule] = ClientRules.all, except: [String] = []) {
        self.except = except
        let left = Set(except.map { ExactText($0) })
        results = rules.filter { !left.contains(ExactText($0.id)) }.map { Result(rule: $0, ruling: $0.judge(history)) }
    }

    /// The verdict on the client, which fails only by breaking a rule of the force `must`.
    var outcome: Outcome {
        if results.contains(where: { $0.outcome == .failed && $0.rule.force == .must }) { return .failed }
        return results.contains { $0.outcome != .notSeen } ? .passed : .notSeen
    }

    /// Returns the number of rules with an outcome, counting only those of one force unless that is `nil`.
    func count(_ outcome: Outcome, _ force: ClientRule.Force? = nil) -> Int {
        results.count { $0.outcome == outcome && (force == nil || $0.rule.force == force) }
    }
}
