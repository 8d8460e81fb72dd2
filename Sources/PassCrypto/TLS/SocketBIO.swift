import CPassOpenSSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// OpenSSL's access to a socket, like its own socket BIO but never blocking and never raising SIGPIPE.
///
/// OpenSSL's own socket BIO calls `write`. If the client has disconnected, that call kills a process that doesn't
/// ignore SIGPIPE. This module leaves it to the program that embeds it how to treat signals.
enum SocketBIO {
    /// Creates a BIO for the descriptor, or returns `nil` if there is no memory. The caller has to close the
    /// descriptor.
    static func make(descriptor: Int32) -> OpaquePointer? {
        guard let method, let bio = BIO_new(method.pointer) else { return nil }
        State(descriptor: descriptor, receives: 0).store(in: bio)
        BIO_set_init(bio, 1)
        return bio
    }

    /// Allows the BIO `maximumReceives` more calls of `recv`. After those it reports that the socket has no data.
    ///
    /// Without a limit, OpenSSL would go on reading for as long as records without content arrive, and one peer could
    /// hold up the others.
    static func allowReceives(_ bio: OpaquePointer?) {
        var state = State(of: bio)
        state.receives = maximumReceives
        state.store(in: bio)
    }

    private static let maximumReceives: Int32 = 2

    /// The BIO's state, packed into the pointer that a BIO has room for.
    private struct State {
        let descriptor: Int32
        var receives: Int32

        init(descriptor: Int32, receives: Int32) {
            self.descriptor = descriptor
            self.receives = receives
        }

        init(of bio: OpaquePointer?) {
            let packed = Int(bitPattern: BIO_get_data(bio))
            self.init(descriptor: Int32(truncatingIfNeeded: packed), receives: Int32(truncatingIfNeeded: packed >> 32))
        }

        func store(in bio: OpaquePointer?) {
            BIO_set_data(bio, UnsafeMutableRawPointer(bitPattern: Int(receives) << 32 | Int(descriptor)))
        }
    }

    /// OpenSSL's table of the BIO's functions. Sendable because it never changes once it is created; never freed
    /// because the process has only one.
    private struct Method: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private static let method: Method? = {
        let kind = BIO_get_new_index() | BIO_TYPE_SOURCE_SINK | BIO_TYPE_DESCRIPTOR
        guard let method = BIO_meth_new(kind, "socket without signals") else { return nil }
        BIO_meth_set_read(method) { bio, buffer, count in
            CPassOpenSSL_BIO_clear_retry_flags(bio)
            var state = State(of: bio)
            guard state.receives > 0 else {
                CPassOpenSSL_BIO_set_retry_read(bio)
                return -1
            }
            state.receives -= 1
            state.store(in: bio)
            let received = recv(state.descriptor, buffer, Int(count), receiveFlags)
            if received == 0 { BIO_set_flags(bio, BIO_FLAGS_IN_EOF) }
            if received < 0, isTemporary(errno) { CPassOpenSSL_BIO_set_retry_read(bio) }
            return Int32(truncatingIfNeeded: received)
        }
        BIO_meth_set_write(method) { bio, buffer, count in
            CPassOpenSSL_BIO_clear_retry_flags(bio)
            let sent = send(State(of: bio).descriptor, buffer, Int(count), sendFlags)
            if sent < 0, isTemporary(errno) { CPassOpenSSL_BIO_set_retry_write(bio) }
            return Int32(truncatingIfNeeded: sent)
        }
        BIO_meth_set_ctrl(method) { bio, command, _, _ in
            switch command {
            case BIO_CTRL_FLUSH: 1
            case BIO_CTRL_EOF: BIO_test_flags(bio, BIO_FLAGS_IN_EOF) != 0 ? 1 : 0
            default: 0
            }
        }
        return Method(pointer: method)
    }()

    private static let receiveFlags = Int32(MSG_DONTWAIT)
    private static let sendFlags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)

    /// Whether the call may succeed if it is repeated later.
    private static func isTemporary(_ error: Int32) -> Bool {
        error == EAGAIN || error == EWOULDBLOCK || error == EINTR
    }
}
