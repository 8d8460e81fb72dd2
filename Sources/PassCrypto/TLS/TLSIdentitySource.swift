/// Chooses the certificate of each TLS connection.
package protocol TLSIdentitySource: Sendable {
    /// Called during the handshake on the connection's own thread, so it may compute but not wait.
    ///
    /// - Parameter name: the host that the client asked for, unchecked; `nil` when it named none.
    func identity(for name: String?) -> TLSIdentity
}
