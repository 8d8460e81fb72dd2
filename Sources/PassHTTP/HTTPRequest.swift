/// A whole request as the layers above the connection see it: head and body complete, framing undone.
///
/// A class whose parts never change, because a dozen stages hand it on and read it: whoever has it reads a part where it
/// lies. As a value, each stage counted a reference to each part, and that took longer than parsing.
package final class HTTPRequest: Sendable {
    package let method: HTTPMethod
    /// The path and query as received, in origin form: `/adobe-services/session?_=1`. Percent-encoding is untouched.
    package let target: String
    package let version: HTTPVersion
    /// The host and port that the client asked: of an absolute target, else of the `Host` field, else empty (HTTP/1.0).
    package let authority: String
    package let fields: HTTPFields
    package let body: [UInt8]
    package let connection: HTTPConnectionInfo
    /// The target up to its first `?`.
    package let path: String
    /// Whether the target has a query, which may be empty.
    package let hasQuery: Bool
    /// Whether it is handed out again for the same head, so that what is made of it is worth keeping (`HTTPRecentHeads`).
    private let isRemembered: Bool
    private let kept = SetOnce()

    package init(
        method: HTTPMethod = .get, target: consuming String, version: HTTPVersion = .http11,
        authority: consuming String = "localhost", fields: consuming HTTPFields = [:], body: consuming [UInt8] = [],
        connection: HTTPConnectionInfo = HTTPConnectionInfo(), isRemembered: Bool = false
    ) {
        if let mark = target.withUTF8({ $0.firstIndex(of: UInt8(ascii: "?")) }) {
            hasQuery = true
            path = String(Substring(target.utf8.prefix(mark)))
        } else {
            hasQuery = false
            path = target
        }
        self.method = method
        self.target = target
        self.version = version
        self.authority = authority
        self.fields = fields
        self.body = body
        self.connection = connection
        self.isRemembered = isRemembered
    }

    /// The same request with other parts in the place of some, and without its note.
    package func with(
        target: String? = nil, authority: String? = nil, body: [UInt8]? = nil, connection: HTTPConnectionInfo? = nil
    ) -> HTTPRequest {
        HTTPRequest(
            method: method, target: target ?? self.target, version: version, authority: authority ?? self.authority,
            fields: fields, body: body ?? self.body, connection: connection ?? self.connection)
    }

    /// The same request as one that is handed out again, for connections that say the same of themselves as this one.
    func remembered(on connection: HTTPConnectionInfo) -> HTTPRequest {
        HTTPRequest(
            method: method, target: target, version: version, authority: authority, fields: fields, body: body,
            connection: connection, isRemembered: true)
    }

    /// What a responder made of this request and noted; `nil` if none did.
    package var note: AnyObject? { kept.load() }

    /// Notes what was made of this request, if it is one that is handed out again; the first of several notes stays. A note must
    /// not hold the request.
    package func setNote(_ note: some AnyObject & Sendable) {
        if isRemembered { kept.set(note) }
    }

    /// What follows the first `?`; `nil` when there is none.
    package var query: Substring? {
        hasQuery ? Substring(target.utf8.dropFirst(path.utf8.count + 1)) : nil
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
