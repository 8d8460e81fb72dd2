import PassCore
import PassCrypto
package import PassHTTP

/// A small client for commands and tests; it opens a connection for each request and blocks the calling thread.
///
/// The client follows no redirects and stores no cookies. It reads content of up to 64 MiB.
package final class HTTPClient: Sendable {
    private static let maximumContentBytes = 64 << 20

    private let trustedCertificatesPEM: [UInt8]?
    private let timeoutMilliseconds: Int
    /// The TLS context, made at the first https request and kept for later ones.
    ///
    /// Reading the system's certificates takes longer than most requests.
    private let context = Guarded<TLSClientContext?>(nil)

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - trustedCertificatesPEM: the roots to trust instead of the system's.
    ///   - timeoutMilliseconds: the time for a whole request, from connecting to the last byte of the answer; name
    ///     look-ups may exceed it.
    package init(trustedCertificatesPEM: [UInt8]? = nil, timeoutMilliseconds: Int) {
        self.trustedCertificatesPEM = trustedCertificatesPEM
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// Sends a request and waits for its answer.
    ///
    /// - Parameters:
    ///   - url: an `http` or `https` URL; its fragment is left out.
    ///   - fields: the fields to send. `Host` and `Connection: close` are added unless `fields` has them.
    ///     `Content-Length` is added if there is a body or the method is POST or PUT, unless `fields` has
    ///     `Content-Length` or `Transfer-Encoding`.
    ///   - connectTo: the address to connect to instead of the URL's host. The URL's host still goes into `Host` and is
    ///     the one that the server's certificate must name.
    package func send(
        _ method: HTTPMethod, url: String, fields: HTTPFields = [:], body: [UInt8] = [],
        connectTo: HostAndPort? = nil
    ) throws(NetworkError) -> HTTPResponse {
        guard let uri = URIReference(url), let scheme = uri.scheme, let host = uri.host, !host.isEmpty,
            let standardPort = ["http": 80, "https": 443][scheme]
        else { throw NetworkError(.badAddress, "'\(url)' isn't an http or https URL.") }
        let address = connectTo ?? HostAndPort(host: host, port: uri.port ?? standardPort)
        let deadline = MonotonicClock.milliseconds + Int64(timeoutMilliseconds)
        let socket = try ClientSocket(host: address.host, port: address.port, deadline: deadline)
        if scheme == "https" { try socket.startTLS(try tlsContext(), serverName: host) }
        let request = HTTPClient.serialize(method, uri, HTTPAuthority(host: host, port: uri.port), fields, body)
        do {
            try socket.send(request)
        } catch {
            // A server that refuses content may answer and close the connection before it has read all of the content.
            if let early = try? HTTPClient.receive(socket, answering: method) { return early }
            throw error
        }
        return try HTTPClient.receive(socket, answering: method)
    }

    private func tlsContext() throws(NetworkError) -> TLSClientContext {
        do {
            return try context.withLock { held throws(CryptoError) in
                if let held { return held }
                let made = try TLSClientContext(trustedCertificatesPEM: trustedCertificatesPEM)
                held = made
                return made
            }
        } catch {
            throw NetworkError(.tlsFailed, "The trusted certificates can't be used.", cause: error)
        }
    }

    private static func serialize(
        _ method: HTTPMethod, _ uri: URIReference, _ authority: HTTPAuthority, _ fields: HTTPFields, _ body: [UInt8]
    ) -> [UInt8] {
        var all: HTTPFields = [:]
        if !fields.contains(.host) { all.append(.host, authority.description) }
        for (name, value) in fields.pairs { all.append(HTTPFieldName(name), value) }
        if !body.isEmpty || method == .post || method == .put, !fields.contains(.contentLength),
            !fields.contains(.transferEncoding)
        {
            all.append(.contentLength, String(body.count))
        }
        if !fields.contains(.connection) { all.append(.connection, "close") }
        var output = OutputBuffer(capacity: 1_024)
        let target = (uri.path.isEmpty ? "/" : uri.path) + (uri.query.map { "?" + $0 } ?? "")
        output.append(Array("\(method.rawValue) \(target) HTTP/1.1\r\n".utf8))
        all.visit { name, value in
            output.append(name)
            output.append(": ")
            output.append(value)
            output.append("\r\n")
        }
        output.append("\r\n")
        output.append(body)
        return Array(output.bytes)
    }

    private static func receive(
        _ socket: ClientSocket, answering method: HTTPMethod
    ) throws(NetworkError) -> HTTPResponse {
        var limits = HTTPLimits()
        limits.bodyBytes = maximumContentBytes
        limits.headerBytes = 65_536
        var parser = HTTPResponseParser(answering: method, limits: limits)
        while true {
            let bytes = try socket.receive()
            let isEnd = bytes.isEmpty
            let result = bytes.withUnsafeBytes { bytes in
                Result { () throws(HTTPSyntaxError) in try isEnd ? parser.end() : parser.receive(bytes) }
            }
            switch result {
            case .success(let response?): return response
            case .success(nil): continue
            case .failure(let error):
                let code: NetworkError.Code = isEnd ? .connectionLost : .badResponse
                throw NetworkError(code, "The server's answer can't be used.", cause: error)
            }
        }
    }
}
