package import PassCore
import PassDomain
package import PassInstruments

extension Rule {
    /// Returns the reasons why the rule can never take effect, as sentences.
    ///
    /// - Parameters:
    ///   - others: the namespace's rules that were added before this one, in the order in which they were added.
    ///   - now: the World's time.
    package func warnings(beside others: [Rule], now: Timestamp) -> [String] {
        var warnings: [String] = []
        if operations.isEmpty {
            var anyAction = self
            anyAction.action.mvpd = nil
            warnings.append(
                anyAction.operations.isEmpty
                    ? "No operation that match.operation names belongs to the family \(match.family?.rawValue ?? "")."
                    : "The defect \(action.mvpd?.rawValue ?? "") doesn't show in any operation that the rule matches.")
        }
        if let until, until <= now { warnings.append("The rule's time limit (until) has passed.") }
        if let nth = match.nth, nth <= after {
            warnings.append("The rule lets \(after) requests pass first, so it never affects request number \(nth).")
        }
        if match.probability == 0 { warnings.append("With the probability 0 the rule never takes effect.") }
        if let other = others.first(where: { $0.hides(self) }) {
            warnings.append(
                "The rule \(other.id) matches every request that this rule matches, has no limit and comes first, so "
                    + "this rule never takes effect.")
        }
        return warnings
    }

    /// Whether this rule, which was added before the other one, takes every request that the other one matches.
    private func hides(_ other: Rule) -> Bool {
        let isUnlimited =
            times == nil && after == 0 && until == nil && match.nth == nil && match.probability ?? 1 == 1
        guard isUnlimited, priority >= other.priority,
            Set(operations).isSuperset(of: other.operations), !other.operations.isEmpty
        else { return false }
        return match.facts.allSatisfy { fact, pattern in
            other.match.facts[fact].map {
                $0 == pattern || pattern.matchesAll || $0.isPlain && pattern.matches($0.text.string)
            }
                ?? false
        } && match.headers.allSatisfy { other.match.headers.contains($0) }
    }
}
