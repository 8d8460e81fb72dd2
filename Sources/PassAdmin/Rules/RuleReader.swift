package import PassCore
package import PassDomain
import PassHTTP
package import PassInstruments

/// Reads rules in the form that control operations, configuration files and the header field `X-Pass-Fault` share.
///
/// ```
/// {"match": {"operation": "AuthorizeDevice", "resource": "news*"}, "action": {"failure": "denied"}, "times": 1}
/// ```
package struct RuleReader: Sendable {
    /// The error codes of REST API v2 that a rule can force.
    let enhancedErrors: [String]

    /// The maximum of a rule's counts, such as `times`, `after` and `nth`.
    static let mostRequests: Int64 = 1_000_000_000
    static let longestBody = 65_536
    static let longestText = 4_096
    /// The maximum number of header fields, and of replacements, in a rule.
    static let mostParts = 32

    static let names = ["id", "match", "action", "times", "after", "until", "priority"]

    package init(enhancedErrors: [String] = []) {
        self.enhancedErrors = enhancedErrors
    }

    /// Reads a rule.
    ///
    /// - Parameter place: the rule's place as error messages name it, e.g. `rules[0]`; empty for a request's content.
    /// - Throws: `EntitlementFailure.malformedParameter`, `EntitlementFailure.missingParameter`.
    package func rule(_ value: JSONValue, at place: String) throws(EntitlementFailure) -> Rule {
        try rule(ControlContent(value, names: Self.names, at: place), at: place.isEmpty ? "" : place + ".")
    }

    func rule(_ content: ControlContent, at prefix: String = "") throws(EntitlementFailure) -> Rule {
        guard let action = content["action"] else { throw .missingParameter(prefix + "action") }
        var rule = Rule(action: try self.action(action, at: prefix + "action"))
        if let id = try content.text("id") {
            guard Rule.isID(id) else {
                throw content.malformed("id", "doesn't consist of 1 to 64 characters of a-z, A-Z, 0-9, ., _ and -")
            }
            rule.id = id
        }
        if let match = try content.object("match", names: Self.matchNames) {
            rule.match = try self.match(match, at: prefix + "match")
        }
        rule.times = try content.integer("times", in: 1...Self.mostRequests).map { Int($0) }
        rule.after = Int(try content.integer("after", in: 0...Self.mostRequests) ?? 0)
        rule.priority = Int(
            try content.integer("priority", in: Int64(Rule.priorities.lowerBound)...Int64(Rule.priorities.upperBound))
                ?? 0)
        rule.until = try content.time("until")
        return rule
    }
}
