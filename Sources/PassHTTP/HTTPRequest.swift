/// A whole request as the layers above the connection see it: head and body complete, framing undone.
///
/// It is one reference to parts that never change, because a dozen stages hand it on: counting a reference to each part
/// each time took longer than parsing. A changed property makes new parts.
package struct HTTPRequest: Sendable {
    private struct Parts: Sendable {
        var method: HTTPMethod
        var target: String
        var version: HTTPVersion
        var authority: String
        var fields: HTTPFields
        var body: [UInt8]
        var connection: HTTPConnectionInfo
    }

    private final class Box: Sendable {
        let parts: Parts
        /// How many bytes of the target stand before its first `?`; `nil` when it has none.
        let pathLength: Int?

        init(_ parts: consuming Parts) {
            pathLength = parts.target.withUTF8 { $0.firstIndex(of: UInt8(ascii: "?")) }
            self.parts = parts
        }
    }

    private var box: Box

    package init(
        method: HTTPMethod = .get, target: String, version: HTTPVersion = .http11, authority: String = "localhost",
        fields: HTTPFields = [:], body: [UInt8] = [], connection: HTTPConnectionInfo = HTTPConnectionInfo()
    ) {
        box = Box(
            Parts(
                method: method, target: target, version: version, authority: authority, fields: fields, body: body,
                connection: connection))
    }

    package var method: HTTPMethod {
        get { box.parts.method }
        set { change { $0.method = newValue } }
    }

    /// The path and query as received, in origin form: `/adobe-services/session?_=1`. Percent-encoding is untouched.
    package var target: String {
        get { box.parts.target }
        set { change { $0.target = newValue } }
    }

    package var version: HTTPVersion {
        get { box.parts.version }
        set { change { $0.version = newValue } }
    }

    /// The host and port that the client asked: of an absolute target, else of the `Host` field, else empty (HTTP/1.0).
    package var authority: String {
        get { box.parts.authority }
        set { change { $0.authority = newValue } }
    }

    package var fields: HTTPFields {
        get { box.parts.fields }
        set { change { $0.fields = newValue } }
    }

    package var body: [UInt8] {
        get { box.parts.body }
        set { change { $0.body = newValue } }
    }

    package var connection: HTTPConnectionInfo {
        get { box.parts.connection }
        set { change { $0.connection = newValue } }
    }

    /// The target up to its first `?`.
    package var path: Substring {
        let target = box.parts.target
        guard let length = box.pathLength else { return target[...] }
        return target[..<target.utf8.index(target.startIndex, offsetBy: length)]
    }

    /// What follows the first `?`; `nil` when there is none.
    package var query: Substring? {
        guard let length = box.pathLength else { return nil }
        let target = box.parts.target
        return target[target.utf8.index(target.startIndex, offsetBy: length + 1)...]
    }

    private mutating func change(_ edit: (inout Parts) -> Void) {
        var parts = box.parts
        edit(&parts)
        box = Box(parts)
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
