package import PassHTTP

/// Which hosts a client that uses the server as its proxy reaches here; nothing is ever forwarded.
package protocol TunnelPolicy: Sendable {
    /// The refusal to send for `CONNECT host:port` or an absolute target with that host; `nil` when it is answered here.
    ///
    /// It is asked for every such request on a loop, so it must return within microseconds.
    /// - Parameters:
    ///   - host: lower case, an IPv6 address without its brackets.
    ///   - port: of an absolute target without one, its scheme's.
    func refusal(host: String, port: Int) -> HTTPResponse?
}
