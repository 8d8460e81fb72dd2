import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `POST /_sim/exchanges/verify`: checks whether the recorded exchanges are as expected.
///
/// The content is an object with one of these three members. A match is an object with the filters of
/// `GET /_sim/exchanges`. Imported exchanges count only where a match says `"imported": true`.
///
/// - `match`: a match, with `exactly`, or with `atLeast`, `atMost` or both; without them, at least one exchange has to
///   match.
/// - `inOrder`: an array of up to 100 matches, which exchanges have to meet in this order. Other exchanges may be
///   between them.
/// - `never`: a match that no exchange may meet.
///
/// The answers:
///
/// - 200: `{"verified": true, "count": 1, "message": "…", "nearest": […]}`. `count` is the number of exchanges that
///   match; with `inOrder` it is the number of matches that were met. `nearest` has the exchanges that miss the fewest
///   filters, if fewer exchanges match than expected.
/// - 400: a problem document. 409: a problem document; the journal is off.
struct VerifyExchanges: Endpoint {
    let route = Route(
        .verifyExchanges, [.post], "/_sim/exchanges/verify", on: .queue, carriesSecrets: true, readsParameters: false,
        content: .document)
    let failures: any FailureTable = AdminFailureTable()
    let control: JournalControl

    static let names = ["match", "exactly", "atLeast", "atMost", "inOrder", "never"]

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let content = try ControlContent(exchange, names: Self.names)
        let expectation = try Expectation(content)
        guard let reader = control.reader(exchange) else { return JournalControl.off }
        let view = reader.view()
        let result = expectation.check(view)
        let mask = control.secrets == .shown ? nil : try control.mask(exchange, reader)
        return JournalControl.json(
            JSONWriter.object { answer in
                answer.member("verified", result.isVerified)
                answer.member("count", result.count)
                answer.member("message", result.message)
                if let missing = result.missing {
                    NearMisses(missing.query, in: view, after: missing.after).write(to: &answer, mask: mask)
                }
            })
    }
}

/// The expectation about the exchanges.
private enum Expectation {
    case count(ExchangeQuery, ClosedRange<Int>)
    case inOrder([ExchangeQuery])

    struct Result {
        var isVerified: Bool
        var count: Int
        var message: String
        /// The query that too few exchanges met, and the exchange after which to look for near misses.
        var missing: (query: ExchangeQuery, after: ExchangeID?)?
    }

    private static let mostMatches = 100
    private static let counts: ClosedRange<Int64> = 0...1_000_000

    init(_ content: ControlContent) throws(EntitlementFailure) {
        let bounds = ["exactly", "atLeast", "atMost"]
        let given = ["match", "inOrder", "never"].filter { content[$0] != nil }
        guard given.count == 1 else {
            throw given.isEmpty
                ? .missingParameter("One of match, inOrder and never")
                : content.malformed(given[1], "can't be combined with \(given[0])")
        }
        if given != ["match"], let bound = bounds.first(where: { content[$0] != nil }) {
            throw content.malformed(bound, "can't be combined with \(given[0])")
        }
        if let never = content["never"] {
            self = .count(try Self.query(never, at: "never"), 0...0)
        } else if let match = content["match"] {
            self = .count(try Self.query(match, at: "match"), try Self.range(content))
        } else {
            guard let matches = content["inOrder"]?.arrayValue, (1...Self.mostMatches).contains(matches.count) else {
                throw content.malformed("inOrder", "isn't an array of 1 to \(Self.mostMatches) matches")
            }
            var queries: [ExchangeQuery] = []
            for (index, match) in matches.enumerated() {
                queries.append(try Self.query(match, at: "inOrder[\(index)]"))
            }
            self = .inOrder(queries)
        }
    }

    private static func query(_ value: JSONValue, at place: String) throws(EntitlementFailure) -> ExchangeQuery {
        var query = try ExchangeQuery(value, at: place)
        if !query.has("imported") { query.add("imported", "false", .imported(false)) }
        return query
    }

    private static func range(_ content: ControlContent) throws(EntitlementFailure) -> ClosedRange<Int> {
        let exactly = try content.integer("exactly", in: counts)
        let least = try content.integer("atLeast", in: counts)
        let most = try content.integer("atMost", in: counts)
        if let exactly {
            if least != nil { throw content.malformed("atLeast", "can't be combined with exactly") }
            if most != nil { throw content.malformed("atMost", "can't be combined with exactly") }
            return Int(exactly)...Int(exactly)
        }
        let lower = least ?? (most == nil ? 1 : 0)
        if let most, most < lower { throw content.malformed("atMost", "is smaller than atLeast") }
        return Int(lower)...(most.map { Int($0) } ?? .max)
    }

    func check(_ view: JournalView) -> Result {
        switch self {
        case .count(let query, let range):
            var count = 0
            view.visit(view.places) { exchange in
                if query.matches(exchange) { count += 1 }
                return true
            }
            return Result(
                isVerified: range.contains(count), count: count,
                message: "Expected \(Self.words(range)) with \(query.sentence), found \(count).",
                missing: count < range.lowerBound ? (query, nil) : nil)
        case .inOrder(let queries):
            var met = 0
            var last: ExchangeID?
            view.visit(view.places) { exchange in
                if queries[met].matches(exchange) { (met, last) = (met + 1, exchange.entry.id) }
                return met < queries.count
            }
            guard met < queries.count else {
                return Result(
                    isVerified: true, count: met, message: "Found all \(met) in order.", missing: nil)
            }
            return Result(
                isVerified: false, count: met,
                message: "Found no exchange with \(queries[met].sentence) after the first \(met) in order.",
                missing: (queries[met], last))
        }
    }

    private static func words(_ range: ClosedRange<Int>) -> String {
        if range == 0...0 { return "no exchange" }
        if range.lowerBound == range.upperBound { return "exactly \(counted(range.lowerBound))" }
        if range.upperBound == .max { return "at least \(counted(range.lowerBound))" }
        if range.lowerBound == 0 { return "at most \(counted(range.upperBound))" }
        return "\(range.lowerBound) to \(range.upperBound) exchanges"
    }

    private static func counted(_ count: Int) -> String {
        count == 1 ? "1 exchange" : "\(count) exchanges"
    }
}
