import PassCore

/// The exchanges that a test expects in the journal.
///
/// ```swift
/// try await control.verifyExchanges(.exactly(1, ExchangeQuery(operation: .authorizeDevice)))
/// try await control.verifyExchanges(.never(ExchangeQuery(resource: "sports*")))
/// ```
public struct ExchangeExpectation: Sendable, Hashable {
    private enum Form: Hashable {
        case count(ExchangeQuery, exactly: Int? = nil, atLeast: Int? = nil, atMost: Int? = nil)
        case never(ExchangeQuery)
        case inOrder([ExchangeQuery])
    }

    private let form: Form

    /// Returns the expectation that exactly `count` exchanges, 0 to 1,000,000, meet the query.
    public static func exactly(_ count: Int, _ query: ExchangeQuery) -> ExchangeExpectation {
        ExchangeExpectation(form: .count(query, exactly: count))
    }

    /// Returns the expectation that at least `least` exchanges meet the query, and at most `most` unless that is `nil`;
    /// both are 0 to 1,000,000.
    public static func atLeast(_ least: Int, atMost most: Int? = nil, _ query: ExchangeQuery) -> ExchangeExpectation {
        ExchangeExpectation(form: .count(query, atLeast: least, atMost: most))
    }

    /// Returns the expectation that at most `most` exchanges, 0 to 1,000,000, meet the query.
    public static func atMost(_ most: Int, _ query: ExchangeQuery) -> ExchangeExpectation {
        ExchangeExpectation(form: .count(query, atMost: most))
    }

    /// Returns the expectation that no exchange meets the query.
    public static func never(_ query: ExchangeQuery) -> ExchangeExpectation { ExchangeExpectation(form: .never(query)) }

    /// Returns the expectation that exchanges meet the 1 to 100 queries in this order. Other exchanges may be between
    /// them.
    public static func inOrder(_ queries: [ExchangeQuery]) -> ExchangeExpectation {
        ExchangeExpectation(form: .inOrder(queries))
    }

    /// The content of the request.
    var content: [UInt8] {
        JSONWriter.object { content in
            switch form {
            case .count(let query, let exactly, let least, let most):
                content.member("match", Self.match(query))
                if let exactly { content.member("exactly", exactly) }
                if let least { content.member("atLeast", least) }
                if let most { content.member("atMost", most) }
            case .never(let query): content.member("never", Self.match(query))
            case .inOrder(let queries): content.member("inOrder", JSONValue.array(queries.map(Self.match)))
            }
        }
    }

    private static func match(_ query: ExchangeQuery) -> JSONValue {
        let members = query.parameters.compactMap { name, value in value.map { (ExactText(name), JSONValue.string($0)) }
        }
        return .object(Dictionary(members, uniquingKeysWith: { _, later in later }))
    }
}

extension ExchangeQuery {
    /// Creates a query from a JSON5 object that has the conditions by their names on the wire, such as
    /// `{operation: "AuthorizeDevice", status: 403}`.
    ///
    /// The simulator refuses an unknown name, and its error states the nearest known one.
    ///
    /// - Throws: `ControlError` for text that isn't such an object.
    public init(match: String) throws(ControlError) {
        guard let members = try ControlText.value(match, of: "The match").objectValue else {
            throw ControlError(refused: "The match isn't an object.")
        }
        self.init()
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            switch value {
            case .string(let text): others.append((name.string, text))
            case .integer(let number): others.append((name.string, String(number)))
            case .bool(let flag): others.append((name.string, flag ? "true" : "false"))
            default:
                throw ControlError(refused: "\(name.string) in the match isn't a string, a whole number or a Boolean.")
            }
        }
    }
}

/// The result of comparing the recorded exchanges with an expectation.
public struct ExchangeVerdict: Sendable, Hashable {
    /// Whether the exchanges are as expected.
    public let isVerified: Bool
    /// The number of exchanges that meet the query; for queries in order, the number of queries that were met.
    public let count: Int
    /// A sentence that says what was expected and found.
    public let message: String
    /// The exchanges that fail the fewest conditions, the latest first; empty unless fewer exchanges than expected meet
    /// the query.
    public let nearest: [NearExchange]

    init(_ answer: JSONValue) {
        isVerified = answer["verified"] == .bool(true)
        count = answer.count("count")
        message = answer["message"]?.stringValue ?? ""
        nearest = answer.elements("nearest").map(NearExchange.init)
    }
}

/// An exchange that nearly meets a query.
public struct NearExchange: Sendable, Hashable {
    /// The names of the conditions that the exchange doesn't meet, e.g. `resource`.
    public let misses: [String]
    /// The exchange.
    public let exchange: JournalExchange

    init(_ answer: JSONValue) {
        misses = answer.elements("misses").compactMap(\.stringValue)
        exchange = JournalExchange(answer["exchange"] ?? .null)
    }
}
