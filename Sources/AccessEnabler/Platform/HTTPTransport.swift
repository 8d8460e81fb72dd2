/// What carries the SDK's requests to the service.
///
/// One request, one answer: redirects aren't followed, cookies aren't kept, any status is an answer.
public protocol HTTPTransport: Sendable {
    /// - Throws: when no answer came. A cancelled task may end early with `TransportError.cancelled`.
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
}

/// A request as the SDK hands it to its transport.
public struct TransportRequest: Sendable, Hashable {
    /// `GET` or `POST`.
    public var method: String
    /// Absolute, `https` unless plain HTTP was allowed.
    public var url: String
    /// In sending order; `Host` and `Content-Length` are the transport's.
    public var fields: [TransportField]
    public var body: [UInt8]

    public init(method: String = "GET", url: String, fields: [TransportField] = [], body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
    }
}

/// What a server answered.
public struct TransportResponse: Sendable, Hashable {
    /// From 100 to 599.
    public var status: Int
    public var fields: [TransportField]
    public var body: [UInt8]

    public init(status: Int, fields: [TransportField] = [], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// A header field; names are compared without regard to case (RFC 9110, section 5.1).
public struct TransportField: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [TransportField] {
    /// The first value under that name, whatever its case.
    public subscript(name: String) -> String? {
        first { $0.name.utf8.count == name.utf8.count && $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// Why a request got no answer.
public enum TransportError: Error, Sendable, Hashable {
    /// No connection, or it ended before the answer did.
    case unreachable(String)
    /// The connection isn't safe: a certificate that isn't trusted, another host's, a handshake that failed.
    case untrusted(String)
    case timedOut
    case cancelled
}
