/// The source of the certificate for each TLS connection.
package protocol TLSIdentitySource: Sendable {
    /// Returns the certificate and key for a connection. Called during the handshake on the connection's own thread, so
    /// it may compute but must not wait.
    ///
    /// - Parameter name: the host that the client asked for, unchecked; `nil` if it named none.
    func identity(for name: String?) -> TLSIdentity
}
