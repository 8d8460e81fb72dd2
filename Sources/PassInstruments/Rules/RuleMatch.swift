import PassCore
package import PassDomain
package import PassHTTP

/// The conditions of a rule. The rule affects the requests that meet all conditions that are set.
package struct RuleMatch: Sendable, Hashable {
    /// The name of the operation, such as `AuthorizeDevice`.
    package var operation: TextPattern?
    package var family: OperationFamily?
    /// The facts about the request that must match a pattern.
    package var facts: [RuleFact: TextPattern] = [:]
    /// The header fields that must match: for each condition, one field of that name must have a matching value.
    package var headers: [Header] = []
    /// The number of the only request that is affected, counted among those that meet all other conditions; 1 is the
    /// first.
    package var nth: Int?
    /// The probability that a request is affected if it meets all other conditions, from 0 to 1.
    package var probability: Double?
    /// The seed of the random choice, so that the same requests are affected in each run. `nil` means that the rule's
    /// own number is the seed.
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

    /// Whether the match names exactly this operation, rather than a pattern with stars.
    func names(_ operation: Operation) -> Bool {
        self.operation.map { $0.isPlain && $0.matches(operation.rawValue) } ?? false
    }

    /// Whether the request meets the conditions, apart from the operation.
    ///
    /// - Throws: the error of a store that can't be asked for a fact.
    func isMet(by facts: some RuleFacts) throws -> Bool {
        try headers.allSatisfy { header in facts.values(of: header.name).contains { header.value.matches($0) } }
            && self.facts.allSatisfy { fact, pattern in try facts.texts(of: fact).contains { pattern.matches($0) } }
    }
}

/// A fact about a request that a rule can ask for.
package enum RuleFact: String, Sendable, Hashable, CaseIterable {
    case requestor
    case mvpd
    case device
    case resource
    case subscriber
}

/// The facts about one request, which are read when a rule asks for them.
package protocol RuleFacts {
    /// Returns the values of a fact: several if the request names several resources, none if the fact is unknown.
    ///
    /// - Throws: the error of a store that can't be asked.
    func texts(of fact: RuleFact) throws -> [String]
    /// Returns the values of all header fields of that name.
    func values(of name: HTTPFieldName) -> [String]
}
