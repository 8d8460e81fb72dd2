import PassCore
import PassHTTP
import PassInstruments

/// A request that came to a World, and what it was answered.
public struct RecordedExchange: Sendable {
    public typealias Field = SimulatorRequest.Field

    /// The World's time when the request was taken up, in milliseconds since 1970.
    public let timeMillis: Int64
    /// The namespace's name.
    public let namespace: String
    /// The operation's name in the wire reference, e.g. `AuthorizeDevice`; `nil` when there was none under the path.
    public let operation: String?
    /// Whether a fault touched it.
    public let wasFaulted: Bool

    public let method: String
    /// Host and port as the client named them.
    public let authority: String
    /// Path and query, percent-encoded, without `/_ns/NAME`.
    public let target: String
    public let requestFields: [Field]
    /// Up to its first 65,536 bytes.
    public let requestBody: [UInt8]
    public let isRequestBodyCut: Bool

    public let status: Int
    /// Without `Content-Length` and `Connection`, which the connection adds; so it does with `Date` while the World follows
    /// real time.
    public let responseFields: [Field]
    /// Up to its first 65,536 bytes.
    public let responseBody: [UInt8]
    public let isResponseBodyCut: Bool

    init(_ entry: JournalEntry, namespace: String) {
        timeMillis = entry.time.milliseconds
        self.namespace = namespace
        operation = entry.operation
        wasFaulted = entry.isFaulted
        method = entry.request.method.rawValue
        authority = entry.request.authority
        target = entry.request.target
        requestFields = entry.request.fields.pairs
        requestBody = entry.request.body
        isRequestBodyCut = entry.isRequestBodyCut
        status = entry.response.status.code
        responseFields = entry.response.fields.pairs
        responseBody = entry.response.body
        isResponseBodyCut = entry.isResponseBodyCut
    }

    /// The target up to its query.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The parameters of the query, then those of a form body, decoded; empty where they can't be read.
    public var parameters: [Field] {
        let query = target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) } ?? ""
        let isForm =
            requestField("Content-Type")?.asciiLowercased.hasPrefix("application/x-www-form-urlencoded") ?? true
        let form = isForm ? try? FormFields.parse(requestBody).pairs : nil
        return ((try? FormFields.parse(query[...]).pairs) ?? []) + (form ?? [])
    }

    /// The first value of a parameter.
    public func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// The first value of a request's header field, its name without regard to case.
    public func requestField(_ name: String) -> String? { Self.first(name, of: requestFields) }

    /// The first value of an answer's header field, its name without regard to case.
    public func responseField(_ name: String) -> String? { Self.first(name, of: responseFields) }

    static func first(_ name: String, of fields: [Field]) -> String? {
        let name = HTTPFieldName(name)
        return fields.first { HTTPFieldName($0.name) == name }?.value
    }
}

/// What was asked and answered.
///
/// ```swift
/// world.clearExchanges()
/// // … the app asks for authorization
/// let calls = world.exchanges.filter { $0.operation == "AuthorizeDevice" }
/// #expect(calls.first?.parameter("resource_id") == "news")
/// ```
extension SimulatedWorld {
    /// The last exchanges, oldest first, in the order in which they were answered, the MVPDs' pages among them.
    ///
    /// As many as `Configuration.journalExchanges` says: 500 unless it is changed; where it is 0, none. Requests that were
    /// refused before they had a namespace, and successful probes of readiness, aren't told.
    public var exchanges: [RecordedExchange] {
        (namespace.journal?.entries ?? []).map { RecordedExchange($0, namespace: name) }
    }

    /// Forgets them.
    public func clearExchanges() {
        namespace.journal?.removeAll()
    }
}
