/// A whole request as the layers above the connection see it: head and body complete, framing undone.
package struct HTTPRequest: Sendable {
    package var method: HTTPMethod
    /// The path and query as received, in origin form: `/adobe-services/session?_=1`. Percent-encoding is untouched.
    package var target: String
    package var version: HTTPVersion
    /// The host and port that the client asked: of an absolute target, else of the `Host` field, else empty (HTTP/1.0).
    package var authority: String
    package var fields: HTTPFields
    package var body: [UInt8]
    package var connection: HTTPConnectionInfo

    package init(
        method: HTTPMethod = .get, target: String, version: HTTPVersion = .http11, authority: String = "localhost",
        fields: HTTPFields = [:], body: [UInt8] = [], connection: HTTPConnectionInfo = HTTPConnectionInfo()
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.authority = authority
        self.fields = fields
        self.body = body
        self.connection = connection
    }

    /// The target up to its first `?`.
    package var path: Substring {
        target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
    }

    /// What follows the first `?`; `nil` when there is none.
    package var query: Substring? {
        target.utf8.firstIndex(of: UInt8(ascii: "?")).map { target[target.utf8.index(after: $0)...] }
    }
}

/// The two versions that this server speaks (RFC 9112, section 2.3).
package enum HTTPVersion: Sendable {
    case http10
    case http11
}

/// What a request's connection says about it; made once a connection and shared by its requests.
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
