import PassCore

/// A complete request as the layers above the connection see it: head and body, without framing.
///
/// The type is a class with immutable parts because a dozen stages pass the request on and read each part in place.
/// When the type was a struct, each stage counted a reference to each part, which took longer than parsing.
///
/// The target is stored in the same buffer as the fields, and becomes a string only on demand.
///
/// Without `@usableFromInline`, other modules would call `withPath` and `withAuthority` as unspecialized generic code.
@usableFromInline package final class HTTPRequest: Sendable {
    package let method: HTTPMethod
    package let version: HTTPVersion
    package let fields: HTTPFields
    package let body: [UInt8]
    package let connection: HTTPConnectionInfo
    private let source: AuthoritySource
    /// The length of the target up to its first `?`.
    private let pathLength: Int

    /// The part of the request that names its authority.
    enum AuthoritySource: Sendable {
        /// The `Host` field; the range is the place of its value in the fields.
        case host(Range<Int>)
        /// The authority of the target, or of a request made in process; empty in HTTP/1.0 without a `Host` field.
        case text(String)
    }

    /// Creates a request with its content, for tests and embedding programs, which send it without a connection.
    package init(
        method: HTTPMethod = .get, target: String, version: HTTPVersion = .http11, authority: String = "localhost",
        fields: HTTPFields = [:], body: [UInt8] = [], connection: HTTPConnectionInfo = HTTPConnectionInfo()
    ) {
        self.method = method
        self.version = version
        self.fields = fields.with(target: target)
        self.body = body
        self.connection = connection
        source = .text(authority)
        pathLength = Self.pathLength(self.fields)
    }

    /// Creates a request that was read from a connection.
    ///
    /// - Parameters:
    ///   - fields: the fields, together with the request's target.
    ///   - authority: the part of the request that names the host and port.
    init(
        method: HTTPMethod, version: HTTPVersion, fields: HTTPFields, authority source: AuthoritySource,
        connection: HTTPConnectionInfo
    ) {
        self.method = method
        self.version = version
        self.fields = fields
        body = []
        self.connection = connection
        self.source = source
        pathLength = Self.pathLength(fields)
    }

    private init(
        _ other: HTTPRequest, fields: HTTPFields?, authority: String?, body: [UInt8], connection: HTTPConnectionInfo
    ) {
        method = other.method
        version = other.version
        self.fields = fields ?? other.fields
        self.body = body
        self.connection = connection
        source = authority.map { .text($0) } ?? other.source
        pathLength = fields.map(Self.pathLength) ?? other.pathLength
    }

    /// Returns a copy of the request in which the given parts replace its own.
    package func with(
        target: String? = nil, authority: String? = nil, body: [UInt8]? = nil, connection: HTTPConnectionInfo? = nil
    ) -> HTTPRequest {
        HTTPRequest(
            self, fields: target.map(fields.with(target:)), authority: authority, body: body ?? self.body,
            connection: connection ?? self.connection)
    }

    /// Creates a request from the parts of another.
    package init(_ head: Head, fields: HTTPFields, body: [UInt8]) {
        method = head.method
        version = head.version
        self.fields = fields
        self.body = body
        connection = head.connection
        source = head.source
        pathLength = Self.pathLength(fields)
    }

    /// The parts of a request other than its fields and its body.
    package struct Head: Sendable {
        fileprivate let method: HTTPMethod
        fileprivate let version: HTTPVersion
        fileprivate let connection: HTTPConnectionInfo
        fileprivate let source: AuthoritySource
    }

    /// The parts other than the fields and the body.
    package var head: Head { Head(method: method, version: version, connection: connection, source: source) }

    private static func pathLength(_ fields: HTTPFields) -> Int {
        fields.target.firstIndex(from: 0) { $0.equal(UInt8(ascii: "?")) }
    }
}

extension HTTPRequest {
    /// The path and query in origin form, with percent-encoding as received: `/adobe-services/session?_=1`.
    package var target: String { String(decoding: fields.target, as: UTF8.self) }

    /// The number of bytes in which the target and the fields are stored.
    package var storedCount: Int { fields.storedCount }

    /// The length of the target in bytes.
    package var targetLength: Int { fields.target.count }

    /// The target up to its first `?`.
    package var path: String { withPath { String(decoding: $0, as: UTF8.self) } }

    /// Whether the target has a query, which may be empty.
    package var hasQuery: Bool { pathLength < fields.target.count }

    /// The part of the target after its first `?`; `nil` if it has none.
    package var query: Substring? { withQuery { $0.map { Substring(decoding: $0, as: UTF8.self) } } }

    /// The host and port that the client asked for.
    ///
    /// The source is the target if it names an authority, else the `Host` field. Without either (HTTP/1.0) the value is
    /// empty.
    package var authority: String { withAuthority { String(decoding: $0, as: UTF8.self) } }

    /// Calls `body` with the bytes of `path`, which are valid only during the call.
    @inlinable package func withPath<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withExtendedLifetime(self) { body(pathBytes) }
    }

    /// The bytes of `path`; valid as long as the request is.
    @usableFromInline var pathBytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: fields.target[..<pathLength])
    }

    /// Calls `body` with the bytes of `query`, or `nil` if there is none; they are valid only during the call.
    package func withQuery<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        guard hasQuery else { return try body(nil) }
        return try body(UnsafeBufferPointer(rebasing: fields.target[(pathLength + 1)...]))
    }

    /// Calls `body` with the bytes of `authority`, which are valid only during the call.
    @inlinable package func withAuthority<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        guard let host else { return withAuthorityOfTarget(body) }
        return withExtendedLifetime(self) { body(host) }
    }

    /// The bytes of the `Host` field's value, if it names the authority; valid as long as the request is.
    @usableFromInline var host: UnsafeBufferPointer<UInt8>? {
        if case .host(let place) = source { fields.bytes(place) } else { nil }
    }

    @usableFromInline
    func withAuthorityOfTarget<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if case .text(let text) = source { text.withBytes(body) } else { "".withBytes(body) }
    }
}

/// The facts about a connection that its requests share.
package final class HTTPConnectionInfo: Sendable {
    package enum Scheme: String, Sendable {
        case http
        case https
    }

    package let scheme: Scheme
    /// The peer's IP address as text, without port; an in-process request says `127.0.0.1`.
    package let peerAddress: String
    /// The peer's port; `nil` for an in-process request, and behind a proxy that names another address.
    package let peerPort: UInt16?
    /// The address and port of the listener that accepted the connection, e.g. `127.0.0.1:8080`.
    package let localAddress: String
    /// The host of the CONNECT request that opened the tunnel; `nil` outside a tunnel.
    package let tunnelHost: String?
    /// The server name in the TLS ClientHello; `nil` if there is none.
    package let serverName: String?

    package init(
        scheme: Scheme = .http, peerAddress: String = "127.0.0.1", peerPort: UInt16? = nil,
        localAddress: String = "127.0.0.1:0", tunnelHost: String? = nil, serverName: String? = nil
    ) {
        self.scheme = scheme
        self.peerAddress = peerAddress
        self.peerPort = peerPort
        self.localAddress = localAddress
        self.tunnelHost = tunnelHost
        self.serverName = serverName
    }
}
