import PassCore

/// A whole request as the layers above the connection see it: head and body complete, framing undone.
///
/// A class whose parts never change, because a dozen stages hand it on and read it: whoever has it reads a part where it
/// lies. As a value, each stage counted a reference to each part, and that took longer than parsing.
///
/// The target lies in the same buffer as the fields. Text is made of it only when it is asked for.
package final class HTTPRequest: Sendable {
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
        /// The `Host` field, whose value stands there in the fields.
        case host(Range<Int>)
        /// An absolute target, or the maker of a request in process; empty in HTTP/1.0 without a `Host` field.
        case text(String)
    }

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

    /// A request that was read.
    ///
    /// - Parameters:
    ///   - fields: with the request's target.
    ///   - authority: the part that names the host and port.
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

    /// A copy of the request in which the parts that are given replace its own.
    package func with(
        target: String? = nil, authority: String? = nil, body: [UInt8]? = nil, connection: HTTPConnectionInfo? = nil
    ) -> HTTPRequest {
        HTTPRequest(
            self, fields: target.map(fields.with(target:)), authority: authority, body: body ?? self.body,
            connection: connection ?? self.connection)
    }

    private static func pathLength(_ fields: HTTPFields) -> Int {
        fields.target.firstIndex(from: 0) { $0.equal(UInt8(ascii: "?")) }
    }
}

extension HTTPRequest {
    /// The path and query as received, in origin form: `/adobe-services/session?_=1`. Percent-encoding is untouched.
    package var target: String { String(decoding: fields.target, as: UTF8.self) }

    /// The length of the target in bytes.
    package var targetLength: Int { fields.target.count }

    /// The target up to its first `?`.
    package var path: String { withPath { String(decoding: $0, as: UTF8.self) } }

    /// Whether the target has a query, which may be empty.
    package var hasQuery: Bool { pathLength < fields.target.count }

    /// The part of the target behind its first `?`; `nil` when it has none.
    package var query: Substring? { withQuery { $0.map { Substring(decoding: $0, as: UTF8.self) } } }

    /// The host and port that the client asked: of an absolute target, else of the `Host` field, else empty (HTTP/1.0).
    package var authority: String { withAuthority { String(decoding: $0, as: UTF8.self) } }

    /// Calls `body` with the bytes of `path`, which live no longer than the call.
    package func withPath<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withExtendedLifetime(self) { body(UnsafeBufferPointer(rebasing: fields.target[..<pathLength])) }
    }

    /// Calls `body` with the bytes of `query`, which live no longer than the call; with `nil` when there is none.
    package func withQuery<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        guard hasQuery else { return try body(nil) }
        return try body(UnsafeBufferPointer(rebasing: fields.target[(pathLength + 1)...]))
    }

    /// Calls `body` with the bytes of `authority`, which live no longer than the call.
    package func withAuthority<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        switch source {
        case .host(let place): withExtendedLifetime(self) { body(fields.bytes(place)) }
        case .text(let text): text.withBytes(body)
        }
    }
}

/// The two versions that this server speaks (RFC 9112, section 2.3).
package enum HTTPVersion: Sendable {
    case http10
    case http11
}

/// What a request's connection says about it; shared by its requests, and by connections that say the same.
package final class HTTPConnectionInfo: Sendable {
    package enum Scheme: String, Sendable {
        case http
        case https
    }

    package let scheme: Scheme
    /// The peer's IP address as text, without port; an in-process request says `127.0.0.1`.
    package let peerAddress: String
    /// The address and port of the listener that accepted the connection, e.g. `127.0.0.1:8080`.
    package let localAddress: String
    /// The host of the CONNECT request whose tunnel this is, else `nil`.
    package let tunnelHost: String?
    /// The name in the TLS ClientHello, else `nil`.
    package let serverName: String?

    package init(
        scheme: Scheme = .http, peerAddress: String = "127.0.0.1", localAddress: String = "127.0.0.1:0",
        tunnelHost: String? = nil, serverName: String? = nil
    ) {
        self.scheme = scheme
        self.peerAddress = peerAddress
        self.localAddress = localAddress
        self.tunnelHost = tunnelHost
        self.serverName = serverName
    }
}
