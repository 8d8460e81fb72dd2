/// The transport of the SDK's requests to the service.
///
/// Each request gets one answer, whatever its status. Redirects aren't followed, and cookies aren't stored.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns its answer.
    ///
    /// - Throws: an error when no answer came. If the task is cancelled, the call may end early with
    ///   `AccessEnablerTransportError.cancelled`.
    func send(_ request: TransportRequest) async throws(AccessEnablerTransportError) -> TransportResponse
}

/// A request as the SDK hands it to its transport.
public struct TransportRequest: Sendable, Hashable {
    /// The method, `GET` or `POST`.
    public var method: String
    /// The absolute URL; `https` unless plain HTTP is allowed.
    public var url: String
    /// The header fields in sending order; the transport adds `Host` and `Content-Length`.
    public var fields: [TransportField]
    /// The bytes of the body.
    public var body: [UInt8]

    /// Creates a request.
    public init(method: String = "GET", url: String, fields: [TransportField] = [], body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
    }
}

/// The answer of a server.
public struct TransportResponse: Sendable, Hashable {
    /// The status code, from 100 to 599.
    public var status: Int
    /// The header fields.
    public var fields: [TransportField]
    /// The bytes of the body.
    public var body: [UInt8]

    /// Creates an answer.
    public init(status: Int, fields: [TransportField] = [], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// A header field; names are compared without regard to case (RFC 9110, section 5.1).
public struct TransportField: Sendable, Hashable {
    /// The name of the field.
    public var name: String
    /// The value of the field.
    public var value: String

    /// Creates a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [TransportField] {
    /// The value of the first field with that name, ignoring case; `nil` when there is none.
    public subscript(name: String) -> String? {
        first { $0.name.utf8.count == name.utf8.count && $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// The reason why a request got no answer.
public enum AccessEnablerTransportError: Error, Sendable, Hashable {
    /// The connection failed, or ended before the answer did, for the given reason.
    case unreachable(String)
    /// The connection isn't secure: a certificate isn't trusted or belongs to another host, or the TLS handshake
    /// failed.
    case untrusted(String)
    case timedOut
    case cancelled
}
