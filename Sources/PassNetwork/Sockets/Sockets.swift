import CPassSystem

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The system's calls on sockets, none of which waits or raises SIGPIPE.
enum Sockets {
    /// The outcome of a call that moves bytes.
    enum Transfer {
        case bytes(Int)
        case wouldBlock
        /// The peer has ended its sending.
        case end
        case failed(SystemError)
    }

    /// Receives bytes that have arrived.
    static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        while true {
            let count = CPassSystem_receive(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .end }
            let error = SystemError.last
            if error.number == EINTR { continue }
            return error.isTemporary ? .wouldBlock : .failed(error)
        }
    }

    /// Reads the first byte that waits to be received, without consuming it.
    static func peek(_ descriptor: Int32, _ byte: inout UInt8) -> Transfer {
        withUnsafeMutableBytes(of: &byte) { peek(descriptor, into: $0) }
    }

    /// Reads bytes that wait to be received, without consuming them.
    static func peek(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        while true {
            let count = CPassSystem_receive(descriptor, buffer.baseAddress, buffer.count, peekFlag)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .end }
            let error = SystemError.last
            if error.number == EINTR { continue }
            return error.isTemporary ? .wouldBlock : .failed(error)
        }
    }

    /// Sends as many of the bytes as the system takes.
    static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Transfer {
        while true {
            let count = CPassSystem_send(descriptor, bytes.baseAddress, bytes.count)
            if count >= 0 { return .bytes(count) }
            let error = SystemError.last
            if error.number == EINTR { continue }
            return error.isTemporary ? .wouldBlock : .failed(error)
        }
    }

    static func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
        var value = value
        // A platform that refuses an option costs speed or a clearer error, not correctness.
        _ = setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Sets the options that every connection needs.
    ///
    /// Without TCP_NODELAY, small answers wait for the peer's delayed acknowledgement, about 40 milliseconds.
    static func prepareConnection(_ descriptor: Int32) {
        setOption(descriptor, tcpLevel, TCP_NODELAY, 1)
        suppressSignal(descriptor)
    }

    /// Tells the peer that nothing more will be sent; receiving goes on.
    static func endSending(_ descriptor: Int32) {
        _ = shutdown(descriptor, writeSide)
    }

    /// Returns how many of the sent bytes the peer hasn't acknowledged.
    static func unacknowledged(_ descriptor: Int32) -> Int {
        max(0, Int(CPassSystem_unacknowledged(descriptor)))
    }

    /// Returns whether the peer has ended its sending or broken the connection.
    ///
    /// Bytes that the peer sent before and that are still unread hide this on Darwin, but not on Linux.
    static func peerHasEnded(_ descriptor: Int32) -> Bool {
        CPassSystem_peer_has_ended(descriptor) != 0
    }

    /// Makes the next close drop the bytes that the peer hasn't taken, and send a reset.
    static func resetOnClose(_ descriptor: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}

#if canImport(Glibc)
    private let peekFlag = Int32(MSG_PEEK)
    private let tcpLevel = Int32(IPPROTO_TCP)
    private let writeSide = Int32(SHUT_WR)

    // Each call of send(2) suppresses the signal by a flag.
    private func suppressSignal(_ descriptor: Int32) {}
#else
    private let peekFlag = MSG_PEEK
    private let tcpLevel = IPPROTO_TCP
    private let writeSide = SHUT_WR

    private func suppressSignal(_ descriptor: Int32) {
        Sockets.setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE, 1)
    }
#endif
