import CPassOpenSSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// OpenSSL's way to a socket, like its own, but never blocking and never raising SIGPIPE.
///
/// OpenSSL's own socket BIO writes with `write`, so that a client that has gone kills every process that doesn't ignore
/// SIGPIPE. What embeds this module decides about its signals itself.
enum SocketBIO {
    /// A BIO over the descriptor, which stays the caller's to close.
    static func make(descriptor: Int32) -> OpaquePointer? {
        guard let method, let bio = BIO_new(method.pointer) else { return nil }
        // Zero is a descriptor too, and `nil` is none.
        BIO_set_data(bio, UnsafeMutableRawPointer(bitPattern: Int(descriptor) + 1))
        BIO_set_init(bio, 1)
        return bio
    }

    private static func descriptor(of bio: OpaquePointer?) -> Int32 {
        Int32(truncatingIfNeeded: Int(bitPattern: BIO_get_data(bio)) - 1)
    }

    /// Sendable because it is never changed after it was made; never freed because it is one for the process.
    private struct Method: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private static let method: Method? = {
        let kind = BIO_get_new_index() | BIO_TYPE_SOURCE_SINK | BIO_TYPE_DESCRIPTOR
        guard let method = BIO_meth_new(kind, "socket without signals") else { return nil }
        BIO_meth_set_read(method) { bio, buffer, count in
            CPassOpenSSL_BIO_clear_retry_flags(bio)
            let received = recv(SocketBIO.descriptor(of: bio), buffer, Int(count), receiveFlags)
            if received == 0 { BIO_set_flags(bio, BIO_FLAGS_IN_EOF) }
            if received < 0, isTemporary(errno) { CPassOpenSSL_BIO_set_retry_read(bio) }
            return Int32(truncatingIfNeeded: received)
        }
        BIO_meth_set_write(method) { bio, buffer, count in
            CPassOpenSSL_BIO_clear_retry_flags(bio)
            let sent = send(SocketBIO.descriptor(of: bio), buffer, Int(count), sendFlags)
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

    private static func isTemporary(_ error: Int32) -> Bool {
        error == EAGAIN || error == EWOULDBLOCK || error == EINTR
    }
}
