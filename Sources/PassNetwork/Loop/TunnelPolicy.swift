package import PassHTTP

/// A policy that decides for which hosts the server answers clients that use it as their proxy.
///
/// The server answers requests to these hosts itself. Nothing is ever forwarded.
package protocol TunnelPolicy: Sendable {
    /// Returns the refusal to send for `CONNECT host:port` or an absolute target with that host.
    ///
    /// The result is `nil` when the server answers for the host. The method is called on a loop for every such request,
    /// so it must return within microseconds.
    /// - Parameters:
    ///   - host: the host in lower case; an IPv6 address has no brackets.
    ///   - port: the port; for an absolute target without one, that of its scheme.
    func refusal(host: String, port: Int) -> HTTPResponse?
}
