import PassDomain

/// Notes the rules that were tried on a request and have no effect on it: the first ten by name, the others only as a
/// count.
struct RuleMisses {
    private static let mostNames = 10

    let log: CheckLog?
    private var count = 0

    init(log: CheckLog?) {
        self.log = log
    }

    mutating func note(_ rule: Rule, _ miss: Check.RuleMiss) {
        guard let log else { return }
        count += 1
        if count <= Self.mostNames { log.note(true, .rule(rule.id, miss)) }
    }

    /// Notes the number of the rules that weren't named.
    func finish() {
        if count > Self.mostNames { log?.note(true, .furtherRules(count - Self.mostNames)) }
    }
}
