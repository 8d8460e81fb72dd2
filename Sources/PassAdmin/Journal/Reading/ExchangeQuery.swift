import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// A query for exchanges. An exchange matches if it meets every filter of the query.
struct ExchangeQuery: Sendable {
    /// The filters by their names, in the order of the documentation.
    private(set) var filters: [(name: String, value: String, filter: Filter)] = []

    /// A condition on one property of an exchange.
    enum Filter: Sendable {
        case text(TextPattern)
        case method(String)
        case status(ClosedRange<Int>)
        case state(isInFlight: Bool)
        case time(ClosedRange<Timestamp>)
        case faulted(Bool)
        case contains([UInt8])
        case imported(Bool)
    }

    /// The names of all filters.
    static let names = [
        "operation", "family", "requestor", "mvpd", "device", "resource", "subscriber", "method", "path", "status",
        "outcome", "faulted", "state", "since", "until", "q", "flow", "imported",
    ]

    func has(_ name: String) -> Bool { filters.contains { $0.name == name } }

    mutating func add(_ name: String, _ value: String, _ filter: Filter) {
        filters.append((name, value, filter))
    }

    /// The filters in the words of a sentence: `operation=AuthorizeDevice status=200`.
    var sentence: String { filters.map { "\($0.name)=\($0.value)" }.joined(separator: " ") }

    /// Whether the exchange meets every filter.
    func matches(_ exchange: ReadExchange) -> Bool {
        filters.allSatisfy { Self.isMet($0.filter, $0.name, by: exchange) }
    }

    /// Returns the names of the filters that the exchange doesn't meet.
    func misses(_ exchange: ReadExchange) -> [String] {
        filters.filter { !Self.isMet($0.filter, $0.name, by: exchange) }.map(\.name)
    }

    private static func isMet(_ filter: Filter, _ name: String, by exchange: ReadExchange) -> Bool {
        let entry = exchange.entry
        switch filter {
        case .text(let pattern): return texts(name, of: exchange).contains { pattern.matches($0) }
        case .method(let method): return entry.request.method.rawValue == method
        case .status(let range): return entry.answer.map { range.contains($0.response.status.code) } ?? false
        case .state(let isInFlight): return entry.isInFlight == isInFlight
        case .time(let range): return range.contains(entry.time)
        case .faulted(let isFaulted): return (entry.answer?.circumstances.isFaulted ?? false) == isFaulted
        case .imported(let isImported): return (entry.importedID != nil) == isImported
        case .contains(let bytes):
            return contains(bytes, in: exchange.url().utf8) || contains(bytes, in: entry.request.body)
                || entry.answer.map { contains(bytes, in: $0.response.body) } ?? false
        }
    }

    /// Returns the strings of a property; a filter is met if one of them matches.
    private static func texts(_ name: String, of exchange: ReadExchange) -> [String] {
        let entry = exchange.entry
        let text: String? =
            switch name {
            case "operation": entry.operation?.rawValue
            case "family": entry.operation?.family.rawValue
            case "requestor": exchange.facts.requestor
            case "mvpd": exchange.facts.mvpd
            case "device": exchange.facts.device
            case "subscriber": exchange.subscriber
            case "path": entry.request.path
            case "outcome": exchange.outcome?.outcome ?? (entry.isInFlight ? nil : "none")
            case "flow": exchange.flow
            default: nil
            }
        switch name {
        case "resource": return exchange.facts.resources
        case "faulted": return entry.answer?.circumstances.rules ?? []
        default: return text.map { [$0] } ?? []
        }
    }

    private static func contains(_ wanted: [UInt8], in text: some Sequence<UInt8>) -> Bool {
        wanted.withUnsafeBufferPointer { wanted in
            text.withBytesInOneRun { ByteSearch.first(wanted, in: $0) != nil }
        }
    }
}
