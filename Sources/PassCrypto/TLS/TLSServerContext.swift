import CPassOpenSSL

/// The settings, the ticket keys and the source of certificates that a server's TLS connections share.
package final class TLSServerContext: Sendable {
    let handle: TLSContextHandle
    let identities: any TLSIdentitySource
    /// The identity that each session gets from the context, so that a handshake sets an identity only if it needs a
    /// different one.
    let preset: TLSIdentity

    package init(identities: any TLSIdentitySource) throws(CryptoError) {
        let handle = try TLSContextHandle(TLS_server_method())
        self.handle = handle
        self.identities = identities
        preset = identities.identity(for: nil)
        guard
            SSL_CTX_use_cert_and_key(
                handle.pointer, preset.certificate.handle.pointer, preset.key.handle.pointer, nil, 1) == 1
        else { throw .drainingQueue(.creationFailed, "OpenSSL can't use the server's certificate.") }
        // The certificate's issuer is the root, which clients have and servers don't send. Without this mode, OpenSSL
        // would look for more of the chain in every handshake.
        CPassOpenSSL_SSL_CTX_set_mode(handle.pointer, Int(SSL_MODE_NO_AUTO_CHAIN))
        // Requests carry their own lengths, so nothing is truncated if a client disconnects without a close_notify.
        SSL_CTX_set_options(handle.pointer, CPassOpenSSL_SSL_OP_IGNORE_UNEXPECTED_EOF)
        // The server's order of ciphers takes precedence, except for ChaCha20: a client that prefers it has no hardware
        // for AES, and gets it.
        SSL_CTX_set_options(
            handle.pointer, CPassOpenSSL_SSL_OP_CIPHER_SERVER_PREFERENCE | CPassOpenSSL_SSL_OP_PRIORITIZE_CHACHA)
        // One ticket for a handshake suffices, since a resumed connection gets another. OpenSSL's default is two.
        SSL_CTX_set_num_tickets(handle.pointer, 1)
        // This acknowledges the client's server name (RFC 6066, section 3) and stores it in the session, so that a
        // resumed session has it too.
        CPassOpenSSL_SSL_CTX_set_tlsext_servername_callback(handle.pointer) { _, _, _ in SSL_TLSEXT_ERR_OK }
        SSL_CTX_set_alpn_select_cb(
            handle.pointer,
            { _, chosen, chosenCount, offered, offeredCount, _ in
                TLSServerContext.selectProtocol(offered, Int(offeredCount), chosen, chosenCount)
            }, nil)
        SSL_CTX_set_cert_cb(handle.pointer, { ssl, _ in TLSSession.chooseIdentity(ssl) }, nil)
    }

    /// The protocols that the server speaks, best first.
    private static let protocols = ["http/1.1", "http/1.0"].map { Array($0.utf8) }

    /// Finds the best of the server's protocols in a list of names with a length byte before each. A client that offers
    /// none of the server's protocols is refused (RFC 7301, section 3.2).
    private static func selectProtocol(
        _ offered: UnsafePointer<UInt8>?, _ count: Int, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
        _ chosenCount: UnsafeMutablePointer<UInt8>?
    ) -> Int32 {
        let names = UnsafeBufferPointer(start: offered, count: count)
        for name in protocols {
            var index = 0
            while index < count {
                let size = Int(names[index])
                guard index + 1 + size <= count else { break }
                if names[index + 1..<index + 1 + size].elementsEqual(name) {
                    chosen?.pointee = names.baseAddress.map { $0 + index + 1 }
                    chosenCount?.pointee = UInt8(size)
                    return SSL_TLSEXT_ERR_OK
                }
                index += 1 + size
            }
        }
        return SSL_TLSEXT_ERR_ALERT_FATAL
    }
}
