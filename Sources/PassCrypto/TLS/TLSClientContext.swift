import CPassOpenSSL

/// The settings that TLS connections to servers share, and the roots that they trust.
package final class TLSClientContext: Sendable {
    let handle: TLSContextHandle

    /// Creates the settings.
    ///
    /// - Parameters:
    ///   - trustedCertificatesPEM: the roots to trust instead of the system's, one or more in one text; `nil` to trust
    ///     the system's roots.
    ///   - speaksHTTP: whether the connections are for HTTP, which is then offered to the server.
    package init(trustedCertificatesPEM: [UInt8]?, speaksHTTP: Bool = true) throws(CryptoError) {
        handle = try TLSContextHandle(TLS_client_method())
        SSL_CTX_set_verify(handle.pointer, SSL_VERIFY_PEER, nil)
        let offer = [UInt8(protocolName.count)] + protocolName
        // Unlike the other calls, this one returns 0 for success.
        guard !speaksHTTP || SSL_CTX_set_alpn_protos(handle.pointer, offer, UInt32(offer.count)) == 0 else {
            throw .drainingQueue(.creationFailed, "OpenSSL can't make a TLS context.")
        }
        if let trustedCertificatesPEM {
            try trust(trustedCertificatesPEM)
        } else if SSL_CTX_set_default_verify_paths(handle.pointer) != 1 {
            throw .drainingQueue(.creationFailed, "OpenSSL can't use the system's trusted certificates.")
        }
    }

    /// Adds the certificates in the text to the trusted ones.
    private func trust(_ pem: [UInt8]) throws(CryptoError) {
        let store = SSL_CTX_get_cert_store(handle.pointer)
        let count = PEMText.read(pem) { bio in
            var count = 0
            while let certificate = PEM_read_bio_X509(bio, nil, { _, _, _, _ in -1 }, nil) {
                defer { X509_free(certificate) }
                guard X509_STORE_add_cert(store, certificate) == 1 else { return 0 }
                count += 1
            }
            // OpenSSL stops at the end of the text or at a damaged certificate, and only the error shows which.
            let error = ERR_peek_last_error()
            return ERR_GET_REASON(error) == PEM_R_NO_START_LINE ? count : 0
        }
        guard let count, count > 0 else {
            throw .drainingQueue(.unreadableCertificate, "The text has no certificates, or they are damaged.")
        }
        ERR_clear_error()
    }
}
