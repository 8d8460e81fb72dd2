package import PassHTTP

/// A rule that decides which hosts are answered here for a client that uses the server as its proxy.
///
/// Nothing is ever forwarded.
package protocol TunnelPolicy: Sendable {
    /// Returns the refusal to send for `CONNECT host:port` or an absolute target with that host.
    ///
    /// The result is `nil` when the host is answered here. The method is called on a loop for every such request, so it
    /// must return within microseconds.
    /// - Parameters:
    ///   - host: the host in lower case; an IPv6 address has no brackets.
    ///   - port: the port; for an absolute target without one, that of its scheme.
    func refusal(host: String, port: Int) -> HTTPResponse?
}
