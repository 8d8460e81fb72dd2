import PassCore
public import PassDomain
import PassHTTP
import PassInstruments

/// A request to a World, and the answer to it.
public struct RecordedExchange: Sendable {
    public typealias Field = SimulatorRequest.Field

    /// The World's time when the request arrived, in milliseconds since 1970.
    public let timeMillis: Int64
    /// The namespace's name.
    public let namespace: String
    /// The operation; `nil` when the simulator serves nothing under the path.
    public let operation: Operation?
    /// Whether a fault affected the call.
    public let wasFaulted: Bool

    /// The request's method.
    public let method: String
    /// The host and port as the client named them.
    public let authority: String
    /// The path and query, percent-encoded, without `/_ns/NAME`.
    public let target: String
    /// The request's header fields.
    public let requestFields: [Field]
    /// The request's body, up to its first 65,536 bytes.
    public let requestBody: [UInt8]
    /// Whether the request's body was longer than what `requestBody` holds.
    public let isRequestBodyCut: Bool

    /// The answer's status code.
    public let status: Int
    /// The answer's header fields, except those that the connection adds.
    ///
    /// The connection adds `Content-Length` and `Connection`, and also `Date` while the World follows real time.
    public let responseFields: [Field]
    /// The answer's body, up to its first 65,536 bytes.
    public let responseBody: [UInt8]
    /// Whether the answer's body was longer than what `responseBody` holds.
    public let isResponseBodyCut: Bool

    init(_ entry: JournalEntry, namespace: String) {
        timeMillis = entry.time.milliseconds
        self.namespace = namespace
        operation = entry.operation
        wasFaulted = entry.answer?.circumstances.isFaulted ?? false
        method = entry.request.method.rawValue
        authority = entry.request.authority
        target = entry.request.target
        requestFields = entry.request.fields.pairs
        requestBody = entry.request.body
        isRequestBodyCut = entry.isRequestBodyCut
        status = entry.answer?.response.status.code ?? 0
        responseFields = entry.answer?.response.fields.pairs ?? []
        responseBody = entry.answer?.response.body ?? []
        isResponseBodyCut = entry.answer?.isBodyCut ?? false
    }

    /// The target up to its query.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The decoded parameters of the query, followed by those of a form body.
    ///
    /// A query or body that can't be decoded adds none.
    public var parameters: [Field] {
        let query = target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) } ?? ""
        let isForm =
            requestField("Content-Type")?.asciiLowercased.hasPrefix("application/x-www-form-urlencoded") ?? true
        let form = isForm ? try? FormFields.parse(requestBody).pairs : nil
        return ((try? FormFields.parse(query[...]).pairs) ?? []) + (form ?? [])
    }

    /// Returns the first value of a parameter, or `nil` if there is none.
    public func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// Returns the first value of one of the request's header fields; the case of its name doesn't matter.
    public func requestField(_ name: String) -> String? { Self.first(name, of: requestFields) }

    /// Returns the first value of one of the answer's header fields; the case of its name doesn't matter.
    public func responseField(_ name: String) -> String? { Self.first(name, of: responseFields) }

    static func first(_ name: String, of fields: [Field]) -> String? {
        let name = HTTPFieldName(name)
        return fields.first { HTTPFieldName($0.name) == name }?.value
    }
}

/// The World's record of requests and answers.
///
/// ```swift
/// world.clearExchanges()
/// // … the app asks for authorization
/// let calls = world.exchanges.filter { $0.operation == .authorizeDevice }
/// #expect(calls.first?.parameter("resource_id") == "news")
/// ```
extension SimulatedWorld {
    /// The last exchanges, oldest first, in the order in which they were answered.
    ///
    /// Exchanges with the MVPDs' pages are among them. The list has at most as many exchanges as
    /// `Configuration.journal` allows, by default 500; 0 records none. Requests that are refused before their namespace
    /// is known, and calls that control the simulator, aren't recorded.
    public var exchanges: [RecordedExchange] {
        (namespace.journal?.answered ?? []).map { RecordedExchange($0, namespace: name) }
    }

    /// Removes the recorded exchanges.
    public func clearExchanges() {
        namespace.journal?.removeAll()
    }
}
