import CPassOpenSSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A TLS connection over a socket. A session belongs to one event loop and may be used only there.
///
/// No function waits. A call that can't continue returns the readiness of the descriptor that it needs; repeat the call
/// when the descriptor is ready. The caller closes the descriptor, after the last call to the session.
package final class TLSSession {
    /// The result of a step of the handshake.
    package enum Step: Sendable {
        case done
        /// The call needs the descriptor to be readable.
        case wantRead
        /// The call needs the descriptor to be writable.
        case wantWrite
        /// The peer ended the connection with close_notify. On a server, also: the client disconnected without one.
        case closed
        case failed(CryptoError)
    }

    /// The result of reading or writing.
    package enum Transfer: Sendable {
        /// The number of bytes: at least one, unless the buffer was empty.
        case bytes(Int)
        /// The call needs the descriptor to be readable.
        case wantRead
        /// The call needs the descriptor to be writable.
        case wantWrite
        /// The peer ended the connection with close_notify. On a server, also: the client disconnected without one.
        case closed
        case failed(CryptoError)
    }

    private let ssl: OpaquePointer
    /// The context of a server's session, which OpenSSL's callbacks use; `nil` on a client.
    private let serverContext: TLSServerContext?
    private let fallbackName: @Sendable () -> String?
    private let peerName: String?
    /// The certificate and key that a server presented to the client.
    private var identity: TLSIdentity?
    /// The fatal error that ended the session. After such an error, OpenSSL must not be called again.
    private var failure: CryptoError?
    /// Whether `shutdown` has sent close_notify.
    private var sentCloseNotify = false
    /// The number of bytes that the socket had delivered when the handshake last completed or content was last read.
    private var receivedAtContent: UInt64 = 0
    /// Whether the last call ended because it needs more bytes from the socket. Until the socket is readable, `read`
    /// has nothing to return.
    private var socketIsDrained = false

    /// Creates the server's side of a connection.
    ///
    /// - Parameter fallbackName: returns the host whose certificate is presented if the client names none in its hello:
    ///   the host of a CONNECT request, or the address that the client connected to.
    package init(
        accepting context: TLSServerContext, descriptor: Int32, fallbackName: @escaping @Sendable () -> String?
    ) throws(CryptoError) {
        ssl = try Self.make(context.handle, descriptor)
        serverContext = context
        self.fallbackName = fallbackName
        peerName = nil
        SSL_set_ex_data(ssl, 0, Unmanaged.passUnretained(self).toOpaque())
        SSL_set_accept_state(ssl)
    }

    /// Creates the client's side of a connection.
    ///
    /// - Parameter serverName: the domain name or address that the server's certificate must contain.
    package init(
        connecting context: TLSClientContext, descriptor: Int32, serverName: String
    ) throws(CryptoError) {
        guard let name = CertificateName(serverName), !name.isWildcard else {
            throw CryptoError(.invalidName, "\(serverName.prefix(300).debugDescription) isn't a valid host name.")
        }
        ssl = try Self.make(context.handle, descriptor)
        serverContext = nil
        fallbackName = { nil }
        peerName = name.text
        SSL_set_connect_state(ssl)
        guard Self.expect(name, ssl) else {
            throw .drainingQueue(.creationFailed, "OpenSSL can't check a certificate for \(name.text).")
        }
    }

    deinit {
        SSL_free(ssl)
    }

    /// Continues the handshake. Returns `done` once it is complete, and on later calls too.
    ///
    /// After `done`, the peer's first bytes may have arrived together with the end of the handshake: see `pending`.
    package func handshake() -> Step {
        if let failure { return .failed(failure) }
        ERR_clear_error()
        socketIsDrained = false
        SocketBIO.allowReceives(SSL_get_rbio(ssl))
        let status = SSL_do_handshake(ssl)
        if status == 1 {
            receivedAtContent = BIO_number_read(SSL_get_rbio(ssl))
            return .done
        }
        switch outcome(status, errno) {
        case .wantRead: return .wantRead
        case .wantWrite: return .wantWrite
        case .closed: return .closed
        case .failed(let error): return .failed(error)
        }
    }

    /// Reads what has arrived, at most one record (16,384 bytes) a call.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        if let failure { return .failed(failure) }
        guard buffer.count > 0 else { return .bytes(0) }
        ERR_clear_error()
        socketIsDrained = false
        let socket = SSL_get_rbio(ssl)
        SocketBIO.allowReceives(socket)
        var count = 0
        let status = SSL_read_ex(ssl, buffer.baseAddress, buffer.count, &count)
        if status == 1 {
            receivedAtContent = BIO_number_read(socket)
            return .bytes(count)
        }
        let outcome = outcome(status, errno)
        if case .wantRead = outcome, BIO_number_read(socket) - receivedAtContent > Self.maximumBytesWithoutContent {
            return transfer(
                fail(
                    CryptoError(
                        .protocolViolation,
                        "The peer sent too many TLS records without content.")))
        }
        return transfer(outcome)
    }

    /// The maximum number of bytes that the peer may send without content. The limit is larger than a record together
    /// with what may come before it. Without a limit, a peer could keep this side busy with endless key updates.
    private static let maximumBytesWithoutContent: UInt64 = 65_536

    /// Sends as much as the socket takes now, at most one record (16,384 bytes) a call.
    ///
    /// After `wantRead` or `wantWrite` the next call must begin with the same bytes, in any buffer.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        if let failure { return .failed(failure) }
        guard bytes.count > 0 else { return .bytes(0) }
        ERR_clear_error()
        var count = 0
        let status = SSL_write_ex(ssl, bytes.baseAddress, bytes.count, &count)
        return status == 1 ? .bytes(count) : transfer(outcome(status, errno))
    }

    /// A lower bound on the bytes that `read` can return without new data from the socket. The descriptor's readiness
    /// doesn't show these bytes.
    ///
    /// While this is above zero, read again before waiting for the descriptor. Encrypted bytes that were taken from the
    /// socket count as one byte, because the length of their content isn't known. After `wantRead` this is always zero.
    package var pending: Int {
        if failure != nil || socketIsDrained { return 0 }
        let decrypted = Int(SSL_pending(ssl))
        return decrypted > 0 ? decrypted : Int(SSL_has_pending(ssl))
    }

    /// The host that the connection is for. On a server it is the one that the client named in its hello, unchecked; on
    /// a client, the one that the server's certificate must match.
    package var serverName: String? {
        if let peerName { return peerName }
        return SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name).map { String(cString: $0) }
    }

    /// Sends close_notify once, as far as the socket takes it now. Does nothing after a failure or before the handshake
    /// is complete.
    package func shutdown() {
        guard failure == nil, !sentCloseNotify, SSL_is_init_finished(ssl) == 1 else { return }
        sentCloseNotify = true
        ERR_clear_error()
        SSL_shutdown(ssl)
        ERR_clear_error()
    }
}

extension TLSSession {
    /// Selects the certificate. OpenSSL calls this during `handshake`; 1 lets it continue, 0 ends it with an alert.
    static func chooseIdentity(_ ssl: OpaquePointer?) -> Int32 {
        guard let ssl, let pointer = SSL_get_ex_data(ssl, 0) else { return 0 }
        let session = Unmanaged<TLSSession>.fromOpaque(pointer).takeUnretainedValue()
        guard let context = session.serverContext else { return 0 }
        let identity = context.identities.identity(for: session.serverName ?? session.fallbackName())
        session.identity = identity
        if identity === context.preset { return 1 }
        return SSL_use_cert_and_key(
            ssl, identity.certificate.handle.pointer, identity.key.handle.pointer, nil, 1)
    }

    private static func make(_ context: TLSContextHandle, _ descriptor: Int32) throws(CryptoError) -> OpaquePointer {
        ERR_clear_error()
        guard let ssl = SSL_new(context.pointer) else {
            throw .drainingQueue(.creationFailed, "OpenSSL can't make a TLS session.")
        }
        guard let bio = SocketBIO.make(descriptor: descriptor) else {
            SSL_free(ssl)
            throw .drainingQueue(.creationFailed, "OpenSSL can't make a TLS session.")
        }
        SSL_set_bio(ssl, bio, bio)
        return ssl
    }

    /// Sets the name that the server's certificate must contain. An address isn't sent in the hello (RFC 6066, section
    /// 3).
    private static func expect(_ name: CertificateName, _ ssl: OpaquePointer) -> Bool {
        switch name {
        case .domain(let text):
            SSL_set_hostflags(ssl, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
            return SSL_set1_host(ssl, text) == 1 && CPassOpenSSL_SSL_set_tlsext_host_name(ssl, text) == 1
        case .address(let bytes):
            return X509_VERIFY_PARAM_set1_ip(SSL_get0_param(ssl), bytes, bytes.count) == 1
        }
    }

    private enum Outcome {
        case wantRead
        case wantWrite
        case closed
        case failed(CryptoError)
    }

    private func transfer(_ outcome: Outcome) -> Transfer {
        switch outcome {
        case .wantRead: .wantRead
        case .wantWrite: .wantWrite
        case .closed: .closed
        case .failed(let error): .failed(error)
        }
    }

    /// Returns the meaning of a call's `status`. Reads this thread's error queue, so it must follow the call directly.
    private func outcome(_ status: Int32, _ systemError: Int32) -> Outcome {
        switch SSL_get_error(ssl, status) {
        case SSL_ERROR_WANT_READ:
            socketIsDrained = true
            return .wantRead
        case SSL_ERROR_WANT_WRITE:
            return .wantWrite
        case SSL_ERROR_ZERO_RETURN:
            return .closed
        case SSL_ERROR_SYSCALL:
            return fail(
                CryptoError(.connectionLost, "The connection broke: \(String(cString: strerror(systemError)))."))
        default:
            return fail(protocolError())
        }
    }

    /// Records a fatal error, after which the session can't be used.
    private func fail(_ error: CryptoError) -> Outcome {
        failure = error
        return .failed(error)
    }

    /// Returns the error that explains why OpenSSL failed.
    private func protocolError() -> CryptoError {
        let reason = ERR_GET_REASON(ERR_peek_last_error())
        let verification = SSL_get_verify_result(ssl)
        if let peerName, verification != Int(X509_V_OK) {
            let text = X509_verify_cert_error_string(verification).map { String(cString: $0) } ?? "\(verification)"
            return .drainingQueue(.peerNotTrusted, "The certificate of \(peerName) isn't trusted: \(text).")
        }
        if reason == SSL_R_UNEXPECTED_EOF_WHILE_READING {
            return .drainingQueue(.connectionLost, "The connection ended without the TLS alert close_notify.")
        }
        // OpenSSL's reasons from this number on are alerts that the peer sent.
        if reason >= SSL_AD_REASON_OFFSET {
            return .drainingQueue(.refusedByPeer, refusal)
        }
        return .drainingQueue(.protocolViolation, "The peer doesn't follow the TLS protocol.")
    }

    /// The message for a connection that the peer refused: the host that the client asked for, and whether the
    /// certificate presented was for another host.
    private var refusal: String {
        guard let identity else { return "The peer ended the connection with an alert." }
        guard let asked = serverName ?? fallbackName() else { return "The client ended the connection with an alert." }
        let start = "The client that requested \(asked.prefix(253).debugDescription) ended the connection with an alert"
        if let name = CertificateName(asked), identity.names.contains(name) { return start + "." }
        let names = identity.names.prefix(4).map(\.text).joined(separator: ", ")
        return start + ": there is no certificate for that host, so the server presented one for \(names)."
    }
}
