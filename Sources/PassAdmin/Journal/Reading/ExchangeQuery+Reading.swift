import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

extension ExchangeQuery {
    /// Reads the filters of a request's query.
    ///
    /// - Parameters:
    ///   - others: the names of parameters that aren't filters.
    ///   - names: the names of the filters that the operation knows.
    /// - Throws: `EntitlementFailure.malformedParameter` for an unknown name, for a filter that is given twice, and for
    ///   a value that is empty or that no exchange can have.
    init(
        _ parameters: Parameters, others: [String] = [], names: [String] = ExchangeQuery.names
    ) throws(EntitlementFailure) {
        let known = names + others
        for (name, value) in parameters.pairs {
            guard known.contains(where: { $0.hasSameBytes(as: name) }) else {
                throw .malformedParameter(
                    ControlContent.shown(name), reason: "is unknown" + NearestName.hint(name, among: known))
            }
            if value.isEmpty { throw .malformedParameter(name, reason: "is empty") }
        }
        for name in names {
            guard parameters.all(name).count < 2 else { throw .malformedParameter(name, reason: "is given twice") }
            if let value = try parameters.optional(name, longest: TextPattern.longest) {
                try add(name, value, at: name)
            }
        }
    }

    /// Reads the filters of an object such as `match`. Each value is text, as in a query, or a whole number or a
    /// Boolean.
    ///
    /// - Parameter place: the object's place in the content.
    init(_ value: JSONValue, at place: String) throws(EntitlementFailure) {
        let content = try ControlContent(value, names: Self.names, at: place)
        if content.isEmpty { throw .malformedParameter(place, reason: "has no filter, so every exchange would match") }
        for name in Self.names {
            switch content[name] {
            case nil: continue
            case .integer(let number): try add(name, String(number), at: "\(place).\(name)")
            case .number(let number)? where Int64(exactly: number) != nil:
                try add(name, String(Int64(number)), at: "\(place).\(name)")
            case .bool(let flag): try add(name, flag ? "true" : "false", at: "\(place).\(name)")
            default:
                guard let text = try content.text(name) else { continue }
                guard text.utf8.count <= TextPattern.longest else {
                    throw content.malformed(name, "is longer than \(TextPattern.longest) bytes")
                }
                try add(name, text, at: "\(place).\(name)")
            }
        }
    }

    /// Reads the value of a filter, and adds the filter.
    private mutating func add(_ name: String, _ value: String, at place: String) throws(EntitlementFailure) {
        add(name, value, try Self.filter(name, value, at: place))
    }

    private static func filter(_ name: String, _ value: String, at place: String) throws(EntitlementFailure) -> Filter {
        switch name {
        case "operation":
            return try pattern(value, among: Operation.allCases.map(\.rawValue), "operation", at: place)
        case "family":
            return try pattern(value, among: OperationFamily.allCases.map(\.rawValue), "family", at: place)
        case "outcome": return try pattern(value, among: outcomes, "outcome", at: place)
        case "method": return .method(value.asciiUppercased)
        case "status": return .status(try status(value, at: place))
        case "state":
            guard ["inFlight", "complete"].contains(value) else {
                throw .malformedParameter(place, reason: "isn't one of inFlight, complete")
            }
            return .state(isInFlight: value == "inFlight")
        case "since": return .time(try time(value, at: place)...Timestamp(milliseconds: .max))
        case "until": return .time(Timestamp(milliseconds: .min)...(try time(value, at: place)))
        case "faulted":
            return ["true", "false"].contains(value) ? .faulted(value == "true") : .text(TextPattern(value))
        case "imported":
            guard ["true", "false"].contains(value) else {
                throw .malformedParameter(place, reason: "isn't true or false")
            }
            return .imported(value == "true")
        case "q": return .contains(Array(value.utf8))
        default: return .text(TextPattern(value))
        }
    }

    /// The values that an outcome can have. The outcome of an ordinary answer is `none`.
    static let outcomes = [
        "none", "permitted", "denied", "preauthorized", "invalid", "refused", "ignored", "failed",
    ]

    /// Returns a pattern; throws if it matches none of the names.
    private static func pattern(
        _ value: String, among names: [String], _ kind: String, at place: String
    ) throws(EntitlementFailure) -> Filter {
        let pattern = TextPattern(value)
        guard names.contains(where: pattern.matches) else {
            throw .malformedParameter(place, reason: "names no \(kind)" + NearestName.hint(value, among: names))
        }
        return .text(pattern)
    }

    private static func status(_ value: String, at place: String) throws(EntitlementFailure) -> ClosedRange<Int> {
        if let code = Int(value), (100...599).contains(code), value.utf8.count == 3 { return code...code }
        if value.utf8.count == 3, value.asciiLowercased.hasSuffix("xx"), let digit = value.first?.wholeNumberValue,
            (1...5).contains(digit)
        {
            return (digit * 100)...(digit * 100 + 99)
        }
        throw .malformedParameter(place, reason: "isn't a status like 200 or 4xx")
    }

    private static func time(_ value: String, at place: String) throws(EntitlementFailure) -> Timestamp {
        if let milliseconds = Int64(value), milliseconds >= 0 { return Timestamp(milliseconds: milliseconds) }
        guard let time = CivilTime.timestamp(isoDate: value) else {
            throw .malformedParameter(
                place, reason: "isn't a time like 2026-01-01T00:00:00Z, or milliseconds since 1970")
        }
        return time
    }
}
