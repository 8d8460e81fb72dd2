import PassCore
package import PassDomain
package import PassHTTP

/// The requests that a rule affects: those that meet each condition that is there.
package struct RuleMatch: Sendable, Hashable {
    /// The name of the operation, such as `AuthorizeDevice`.
    package var operation: TextPattern?
    package var family: OperationFamily?
    /// The facts about the request that must have a text of that pattern.
    package var facts: [RuleFact: TextPattern] = [:]
    /// The header fields of which one of that name must have a value of that pattern.
    package var headers: [Header] = []
    /// The number of the one request that is affected, of those that meet all other conditions; 1 is the first.
    package var nth: Int?
    /// How likely it is that a request is affected that meets all other conditions, from 0 to 1.
    package var probability: Double?
    /// The number that decides which requests those are, so that they repeat from run to run. Without it, the rule's own
    /// number decides.
    package var seed: UInt64?

    /// A condition on a header field.
    package struct Header: Sendable, Hashable {
        package var name: HTTPFieldName
        package var value: TextPattern

        package init(_ name: HTTPFieldName, _ value: TextPattern) {
            self.name = name
            self.value = value
        }
    }

    package init() {}

    /// Creates a match of one operation, or of every operation for `nil`.
    package init(operation: Operation?) {
        self.operation = operation.map { TextPattern($0.rawValue) }
    }

    /// Whether the match names this operation, not only a pattern.
    func names(_ operation: Operation) -> Bool {
        self.operation.map { $0.isPlain && $0.matches(operation.rawValue) } ?? false
    }

    /// Whether the request has what the match asks for, apart from the operation.
    func isMet(by facts: some RuleFacts) -> Bool {
        headers.allSatisfy { header in facts.values(of: header.name).contains { header.value.matches($0) } }
            && self.facts.allSatisfy { fact, pattern in facts.texts(of: fact).contains { pattern.matches($0) } }
    }
}

/// Something that a rule can ask about a request.
package enum RuleFact: String, Sendable, Hashable, CaseIterable {
    case requestor
    case mvpd
    case device
    case resource
    case subscriber
}

/// The facts about one request, which are read when a rule asks for them.
package protocol RuleFacts {
    /// Returns the texts of a fact; several where the request names several resources, none if the fact is unknown.
    func texts(of fact: RuleFact) -> [String]
    /// Returns the values of all header fields of that name.
    func values(of name: HTTPFieldName) -> [String]
}
