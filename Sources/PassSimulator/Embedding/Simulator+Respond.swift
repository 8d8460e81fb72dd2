import PassCore
import PassHTTP

extension Simulator {
    /// Answers a request without a socket, on the calling thread.
    ///
    /// The request is treated like one from the network: it is parsed, checked against the same limits, and answered by
    /// the namespace that it names.
    ///
    /// ```swift
    /// let answer = simulator.respond(to: SimulatorRequest("GET", world.serviceProvider + "/config/MY_NET"))
    /// ```
    ///
    /// The call doesn't wait for delays, and transport faults have no effect. An answer that isn't complete within a
    /// minute becomes 503. A request with an absolute URL counts as sent directly to the URL's host, whatever host that
    /// is, and over TLS if the scheme is `https`. No request counts as a proxy request. Requests are also answered
    /// after the sockets are closed.
    public func respond(to request: SimulatorRequest) -> SimulatorResponse {
        let host = String(url.dropFirst("http://".count))
        guard let bytes = request.bytes(host: host) else {
            return SimulatorResponse(HTTPResponse(.badRequest, text: "A field contains a line break.\n"))
        }
        let isSecure = request.target.asciiLowercased.hasPrefix("https://")
        let connection = HTTPConnectionInfo(scheme: isSecure ? .https : .http, localAddress: host)
        do throws(HTTPSyntaxError) {
            let received = try bytes.withUnsafeBytes { window in
                Result { () throws(HTTPSyntaxError) in
                    var parser = HTTPRequestParser()
                    return try parser.parse(window, limits: limits, connection: connection).request
                }
            }.get()
            guard let received = received?.request, received.method != .connect else {
                return SimulatorResponse(
                    HTTPResponse(.badRequest, text: "The request is incomplete, or it is a CONNECT.\n"))
            }
            return SimulatorResponse(backend.pipeline.respond(to: received).whole(), isHead: received.method == .head)
        } catch {
            return SimulatorResponse(error.response)
        }
    }
}
