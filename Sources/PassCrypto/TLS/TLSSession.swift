import CPassOpenSSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One TLS connection over a socket; it belongs to one loop and is used there alone.
///
/// Nothing here waits: calls that can't go on say which readiness of the descriptor they need, and are repeated then.
/// The descriptor stays the caller's to close, after the session's last call.
package final class TLSSession {
    package enum Step: Sendable {
        case done
        case wantRead
        case wantWrite
        /// The peer said farewell; on a server also: it left without.
        case closed
        case failed(CryptoError)
    }

    package enum Transfer: Sendable {
        /// At least one byte, unless the buffer had no room or no bytes.
        case bytes(Int)
        case wantRead
        case wantWrite
        /// The peer said farewell; on a server also: it left without.
        case closed
        case failed(CryptoError)
    }

    private let ssl: OpaquePointer
    /// Keep alive what callbacks look at.
    private let serverContext: TLSServerContext?
    private let fallbackName: String?
    private let peerName: String?
    /// On a server: what the client was shown.
    private var identity: TLSIdentity?
    /// After a fatal error OpenSSL must be asked for nothing more.
    private var failure: CryptoError?
    private var saidFarewell = false
    /// How many bytes had come from the socket when content or the handshake's end last came out of them.
    private var receivedAtContent: UInt64 = 0
    /// Whether the last call took all that the socket had, so that only its readiness can bring more.
    private var socketIsDrained = false

    /// The server's side of a connection.
    ///
    /// - Parameter fallbackName: the host whose certificate is shown when the client names none in its hello: that of a
    ///   CONNECT request, or the address that it reached.
    package init(
        accepting context: TLSServerContext, descriptor: Int32, fallbackName: String?
    ) throws(CryptoError) {
        ssl = try Self.make(context.handle, descriptor)
        serverContext = context
        self.fallbackName = fallbackName
        peerName = nil
        SSL_set_ex_data(ssl, 0, Unmanaged.passUnretained(self).toOpaque())
        SSL_set_accept_state(ssl)
    }

    /// The client's side of a connection.
    ///
    /// - Parameter serverName: the domain name or address that the server's certificate must hold.
    package init(
        connecting context: TLSClientContext, descriptor: Int32, serverName: String
    ) throws(CryptoError) {
        guard let name = CertificateName(serverName), !name.isWildcard else {
            throw CryptoError(.invalidName, "No host can have the name \(serverName.prefix(300).debugDescription).")
        }
        ssl = try Self.make(context.handle, descriptor)
        serverContext = nil
        fallbackName = nil
        peerName = name.text
        SSL_set_connect_state(ssl)
        guard Self.expect(name, ssl) else {
            throw .drainingQueue(.creationFailed, "OpenSSL can't check a certificate for \(name.text).")
        }
    }

    deinit {
        SSL_free(ssl)
    }

    /// Goes on with the handshake; `done` also when it was done before.
    ///
    /// After `done` the first bytes of the peer may have arrived with the end of the handshake: see `pending`.
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

    /// Takes what has arrived, at most one record (16,384 bytes) a call.
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
            return transfer(fail(CryptoError(.protocolViolation, "The peer sends records without content.")))
        }
        return transfer(outcome)
    }

    /// More than one record and what may stand before it: changes of keys without end would be work without content.
    private static let maximumBytesWithoutContent: UInt64 = 65_536

    /// Sends what the socket takes now, at most one record (16,384 bytes) a call.
    ///
    /// After `wantRead` or `wantWrite` the next call must begin with the same bytes; where they lie doesn't matter.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        if let failure { return .failed(failure) }
        guard bytes.count > 0 else { return .bytes(0) }
        ERR_clear_error()
        var count = 0
        let status = SSL_write_ex(ssl, bytes.baseAddress, bytes.count, &count)
        return status == 1 ? .bytes(count) : transfer(outcome(status, errno))
    }

    /// How many bytes `read` has in hand at least, of which the descriptor's readiness tells nothing.
    ///
    /// Read again before waiting for the descriptor while this is above zero. Encrypted bytes that were taken from the
    /// socket count as one, since their text isn't known; after `wantRead` this is always zero.
    package var pending: Int {
        if failure != nil || socketIsDrained { return 0 }
        let decrypted = Int(SSL_pending(ssl))
        return decrypted > 0 ? decrypted : Int(SSL_has_pending(ssl))
    }

    /// On a server the host that the client named in its hello, unchecked; on a client the host that it expects.
    package var serverName: String? {
        if let peerName { return peerName }
        return SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name).map { String(cString: $0) }
    }

    /// Says farewell (close_notify) once, as far as the socket takes it now; nothing after a failure or before the
    /// handshake's end.
    package func shutdown() {
        guard failure == nil, !saidFarewell, SSL_is_init_finished(ssl) == 1 else { return }
        saidFarewell = true
        ERR_clear_error()
        SSL_shutdown(ssl)
        ERR_clear_error()
    }
}

extension TLSSession {
    /// Called by OpenSSL in the middle of `handshake`; 1 lets it go on, 0 ends it with an alert.
    static func chooseIdentity(_ ssl: OpaquePointer?) -> Int32 {
        guard let ssl, let pointer = SSL_get_ex_data(ssl, 0) else { return 0 }
        let session = Unmanaged<TLSSession>.fromOpaque(pointer).takeUnretainedValue()
        guard let context = session.serverContext else { return 0 }
        let identity = context.identities.identity(for: session.serverName ?? session.fallbackName)
        session.identity = identity
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

    /// Sets what the server's certificate must hold; addresses go into no hello (RFC 6066, section 3).
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

    /// What a call that returned `status` means; reads this thread's error queue, so it comes right after the call.
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

    private func fail(_ error: CryptoError) -> Outcome {
        failure = error
        return .failed(error)
    }

    private func protocolError() -> CryptoError {
        let reason = ERR_GET_REASON(ERR_peek_last_error())
        let verification = SSL_get_verify_result(ssl)
        if let peerName, verification != Int(X509_V_OK) {
            let text = X509_verify_cert_error_string(verification).map { String(cString: $0) } ?? "\(verification)"
            return .drainingQueue(.peerNotTrusted, "The certificate of \(peerName) isn't trusted: \(text).")
        }
        if reason == SSL_R_UNEXPECTED_EOF_WHILE_READING {
            return .drainingQueue(.connectionLost, "The connection ended without TLS's farewell.")
        }
        // OpenSSL numbers the alerts that it receives from here on.
        if reason >= SSL_AD_REASON_OFFSET {
            return .drainingQueue(.refusedByPeer, refusal)
        }
        return .drainingQueue(.protocolViolation, "The peer doesn't speak TLS as it must here.")
    }

    /// Says which host a client asked for, and whether it was shown a certificate for another.
    private var refusal: String {
        guard let identity else { return "The peer ended the connection with an alert." }
        guard let asked = serverName ?? fallbackName else { return "The client ended the connection with an alert." }
        let start = "The client that asked for \(asked.prefix(253).debugDescription) ended the connection with an alert"
        if let name = CertificateName(asked), identity.names.contains(name) { return start + "." }
        let names = identity.names.prefix(4).map(\.text).joined(separator: ", ")
        return start + ": there is no certificate for that host, so it was shown one for \(names)."
    }
}
