package import PassCore
package import PassDomain
import PassHTTP

/// A rule that makes some requests fail, or changes their answers.
package struct Rule: Sendable, Hashable {
    /// The name by which the rule is found and removed: 1 to 64 characters of a-z, A-Z, 0-9, `.`, `_` and `-`. An empty
    /// name is replaced by a generated one when the rule is added.
    package var id: String
    package var match: RuleMatch
    package var action: RuleAction
    /// The number of matching requests on which the rule takes effect; `nil` for no limit.
    package var times: Int?
    /// The number of matching requests that the rule lets pass first.
    package var after = 0
    /// The World's time from which the rule no longer has an effect; `nil` means that the rule doesn't expire.
    package var until: Timestamp?
    /// The rank among rules that match the same request: the one with the highest priority takes effect.
    package var priority = 0

    /// The range of priorities.
    package static let priorities = -1_000...1_000
    /// The priority that the Swift API gives to a fault for every operation, so that a fault for a single operation
    /// comes first.
    package static let behindOthers = -1

    package init(id: String = "", match: RuleMatch = RuleMatch(), action: RuleAction, times: Int? = nil) {
        self.id = id
        self.match = match
        self.action = action
        self.times = times
    }

    /// Whether a text can be a rule's name.
    package static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// An estimate of the memory that the rule's strings take, in bytes.
    var byteCount: Int {
        let match =
            match.facts.values.reduce(0) { $0 + $1.text.string.utf8.count }
            + match.headers.reduce(0) { $0 + $1.name.spelling.utf8.count + $1.value.text.string.utf8.count }
        let answer =
            action.headers.reduce(0) { $0 + $1.name.spelling.utf8.count + ($1.value?.utf8.count ?? 0) }
            + action.bodyPatch.reduce(0) { $0 + $1.find.utf8.count + $1.replace.utf8.count }
        return 512 + match + answer + (action.body?.bytes.count ?? 0)
    }

    /// The operations that the rule can affect.
    ///
    /// A rule that names neither an operation nor a family affects the service's operations. If its action has a defect
    /// of an MVPD, it affects the operations in which the defect shows: the MVPD's pages, and those that ask the MVPD
    /// for a decision. An action that is nothing but such a defect affects no other operation, even one that it names.
    package var operations: [Operation] {
        Operation.allCases.filter { operation in
            let family = operation.family
            guard family != .simulator else { return false }
            if match.operation == nil, match.family == nil {
                return action.mvpd?.shows(in: operation) ?? (family != .mvpd)
            }
            if action.answer == .usual, action.leavesAnswer, action.mvpd?.shows(in: operation) == false { return false }
            return match.operation?.matches(operation.rawValue) ?? true
                && match.family.map { $0 == family } ?? true
        }
    }
}

/// A rule of a namespace, with its counters.
package struct RuleState: Sendable, Hashable {
    package var rule: Rule
    /// The number of requests on which the rule has taken effect.
    package var hits: Int
    /// The number of requests that met the match, apart from its `nth` and `probability`. Requests count even after
    /// `times` is used up. A request on which another rule took effect first, or that arrived at or after `until`,
    /// doesn't count.
    package var matches: Int
    /// The World's time at which the rule was added; `nil` for a rule of the configuration or of a snapshot.
    package var added: Timestamp?

    package init(rule: Rule, hits: Int, matches: Int, added: Timestamp? = nil) {
        self.rule = rule
        self.hits = hits
        self.matches = matches
        self.added = added
    }
}

/// A rule with everything that a snapshot saves of it.
package struct RuleSnapshot: Sendable, Hashable {
    package var state: RuleState
    /// Whether the rule comes from the configuration.
    package var isConfigured: Bool
    /// The state of the random number generator: the seed of the numbers that are still to come.
    package var random: UInt64
    /// The name under which the nodes of a shared store count the rule together; `nil` gives it a new one.
    package var counter: String?

    package init(_ state: RuleState, isConfigured: Bool, random: UInt64, counter: String? = nil) {
        self.state = state
        self.isConfigured = isConfigured
        self.random = random
        self.counter = counter
    }
}
