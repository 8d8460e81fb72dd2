import CPassOpenSSL

/// The owner of one OpenSSL context, with the settings that servers and clients share.
///
/// Sendable because it doesn't change after its owner's `init`. OpenSSL counts references, and guards what connections
/// share (ticket keys) by its own locks.
final class TLSContextHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Creates a context for TLS 1.2 and 1.3 with forward secrecy and authenticated encryption only: Mozilla's
    /// "intermediate" list without its finite-field suites.
    init(_ method: OpaquePointer?) throws(CryptoError) {
        OpenSSLLibrary.prepare()
        ERR_clear_error()
        guard let pointer = SSL_CTX_new(method) else {
            throw .drainingQueue(.creationFailed, "OpenSSL can't make a TLS context.")
        }
        self.pointer = pointer
        let suites = [
            "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-GCM-SHA384",
            "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305",
        ]
        let modernSuites = ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"]
        guard CPassOpenSSL_SSL_CTX_set_min_proto_version(pointer, TLS1_2_VERSION) == 1,
            SSL_CTX_set_cipher_list(pointer, suites.joined(separator: ":")) == 1,
            SSL_CTX_set_ciphersuites(pointer, modernSuites.joined(separator: ":")) == 1,
            CPassOpenSSL_SSL_CTX_set1_groups_list(pointer, "X25519:P-256:P-384") == 1
        else {
            throw .drainingQueue(.creationFailed, "OpenSSL lacks the required TLS versions, cipher suites or curves.")
        }
        SSL_CTX_set_options(
            pointer, CPassOpenSSL_SSL_OP_NO_COMPRESSION | CPassOpenSSL_SSL_OP_NO_RENEGOTIATION)
        // A partial write may be continued from another buffer, and an idle connection keeps no buffers.
        CPassOpenSSL_SSL_CTX_set_mode(
            pointer,
            Int(SSL_MODE_ENABLE_PARTIAL_WRITE) | Int(SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER)
                | Int(SSL_MODE_RELEASE_BUFFERS))
        // A server's sessions are stored in tickets that clients hold, so a cache isn't needed and memory doesn't grow.
        CPassOpenSSL_SSL_CTX_set_session_cache_mode(pointer, Int(SSL_SESS_CACHE_OFF))
        // Without read-ahead each record costs two calls of `recv`: one for its header and one for the rest.
        CPassOpenSSL_SSL_CTX_set_read_ahead(pointer, 1)
    }

    deinit {
        SSL_CTX_free(pointer)
    }
}

/// The protocol that clients here offer to speak over TLS, by its registered name (RFC 7301, section 6).
let protocolName = Array("http/1.1".utf8)
