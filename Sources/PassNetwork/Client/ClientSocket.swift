import CPassSystem
package import PassCrypto

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A client's connection to a server, with one deadline for all steps together; closed with its last reference.
///
/// No step begins after the deadline, so a server that sends one byte at a time can't keep the client waiting. Only one
/// thread may use a connection at a time.
package final class ClientSocket {
    let descriptor: Int32
    /// The time on the monotonic clock, in milliseconds, at which steps fail.
    package var deadline: Int64
    private let name: String
    private var tls: TLSSession?

    /// Connects to the host, trying its addresses in order until a connection is established.
    ///
    /// - Parameter deadline: the time on the monotonic clock, in milliseconds, at which this and later steps fail; the
    ///   look-up of the host's name may exceed it.
    package init(host: String, port: Int, deadline: Int64) throws(NetworkError) {
        let name = HostAndPort(host: host, port: port).description
        var failure = NetworkError(.connectFailed, "Can't connect to \(name).")
        for address in try SocketAddress.resolve(host, port: port, forListening: false) {
            let descriptor = CPassSystem_stream_socket(address.family)
            guard descriptor >= 0 else {
                // The system may lack this address's family, and have that of the next address.
                failure = NetworkError(.systemFailure, "Can't create a socket for \(name).", cause: SystemError.last)
                continue
            }
            do throws(NetworkError) {
                try Self.establish(descriptor, address, name, deadline)
                Sockets.prepareConnection(descriptor)
                (self.descriptor, self.deadline, self.name) = (descriptor, deadline, name)
                return
            } catch {
                close(descriptor)
                failure = error
            }
        }
        throw failure
    }

    deinit {
        tls?.shutdown()
        tls = nil
        close(descriptor)
    }

    /// Switches to TLS, and verifies that the server's certificate is for `serverName`.
    package func startTLS(_ context: TLSClientContext, serverName: String) throws(NetworkError) {
        do {
            tls = try TLSSession(connecting: context, descriptor: descriptor, serverName: serverName)
        } catch {
            throw tlsError(error)
        }
        while let tls {
            try checkDeadline()
            switch tls.handshake() {
            case .done: return
            case .wantRead: try wait(.readable)
            case .wantWrite: try wait(.writable)
            case .closed: throw lost(nil)
            case .failed(let error): throw tlsError(error)
            }
        }
    }

    /// Sends all bytes, and waits until they are sent.
    package func send(_ bytes: [UInt8]) throws(NetworkError) {
        var sent = 0
        while sent < bytes.count {
            try checkDeadline()
            let step = bytes.withUnsafeBytes { transfer(sending: UnsafeRawBufferPointer(rebasing: $0[sent...])) }
            switch step {
            case .bytes(let count): sent += count
            case .wantRead: try wait(.readable)
            case .wantWrite: try wait(.writable)
            case .closed: throw lost(nil)
            case .failed(let error): throw error
            }
        }
    }

    /// Tells the server that nothing more will be sent; for plain connections only.
    func endSending() {
        Sockets.endSending(descriptor)
    }

    /// Waits for bytes and returns them; an empty array means that the server has ended the connection.
    func receive() throws(NetworkError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        return Array(buffer[..<(try receive(into: &buffer))])
    }

    /// Waits for bytes, stores them at the start of the buffer, and returns their number; 0 at the end of the
    /// connection.
    package func receive(into buffer: inout [UInt8]) throws(NetworkError) -> Int {
        while true {
            try checkDeadline()
            switch buffer.withUnsafeMutableBytes({ transfer(receivingInto: $0) }) {
            case .bytes(let count): return count
            case .wantRead: try wait(.readable)
            case .wantWrite: try wait(.writable)
            case .closed: return 0
            case .failed(let error): throw error
            }
        }
    }

    /// Has the system check whether the server is still there whenever the connection has been silent for a while.
    package func probePeer() { Sockets.probePeer(descriptor) }

    /// Whether the server has ended the connection.
    package var hasEnded: Bool { Sockets.peerHasEnded(descriptor) }

    /// The outcome of one attempt to send or receive.
    private enum Step {
        case bytes(Int)
        case wantRead
        case wantWrite
        case closed
        case failed(NetworkError)
    }

    private func transfer(sending bytes: UnsafeRawBufferPointer) -> Step {
        if let tls { return step(tls.write(bytes)) }
        return step(Sockets.send(descriptor, bytes), waiting: .wantWrite)
    }

    private func transfer(receivingInto buffer: UnsafeMutableRawBufferPointer) -> Step {
        if let tls { return step(tls.read(into: buffer)) }
        return step(Sockets.receive(descriptor, into: buffer), waiting: .wantRead)
    }

    private func step(_ transfer: TLSSession.Transfer) -> Step {
        switch transfer {
        case .bytes(let count): .bytes(count)
        case .wantRead: .wantRead
        case .wantWrite: .wantWrite
        case .closed: .closed
        case .failed(let error): .failed(tlsError(error))
        }
    }

    private func step(_ transfer: Sockets.Transfer, waiting: Step) -> Step {
        switch transfer {
        case .bytes(let count): .bytes(count)
        case .wouldBlock: waiting
        case .end: .closed
        case .failed(let error): .failed(lost(error))
        }
    }

    private func checkDeadline() throws(NetworkError) {
        guard MonotonicClock.milliseconds < deadline else { throw Self.timedOut(name) }
    }

    private func wait(_ events: PollEvents) throws(NetworkError) {
        try Self.wait(descriptor, events, name, deadline)
    }

    private func lost(_ cause: SystemError?) -> NetworkError {
        NetworkError(.connectionLost, "The connection to \(name) ended too early.", cause: cause)
    }

    private func tlsError(_ error: CryptoError) -> NetworkError {
        NetworkError(.tlsFailed, "TLS with \(name) failed.", cause: error)
    }

    private static func establish(
        _ descriptor: Int32, _ address: SocketAddress, _ name: String, _ deadline: Int64
    ) throws(NetworkError) {
        let failed = { (error: SystemError) in NetworkError(.connectFailed, "Can't connect to \(name).", cause: error) }
        let begun = address.withPointer { connect(descriptor, $0, $1) }
        if begun == 0 { return }
        let error = SystemError.last
        guard error.number == EINPROGRESS || error.number == EINTR else { throw failed(error) }
        try wait(descriptor, .writable, name, deadline)
        var number: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        _ = getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &length)
        if number != 0 { throw failed(SystemError(number: number)) }
    }

    private static func wait(
        _ descriptor: Int32, _ events: PollEvents, _ name: String, _ deadline: Int64
    ) throws(NetworkError) {
        while true {
            let left = deadline - MonotonicClock.milliseconds
            guard left > 0 else { throw timedOut(name) }
            var entry = pollfd(
                fd: descriptor, events: Int16(events.contains(.readable) ? POLLIN : POLLOUT), revents: 0)
            if poll(&entry, 1, Int32(clamping: left)) > 0 { return }
        }
    }

    private static func timedOut(_ name: String) -> NetworkError {
        NetworkError(.timedOut, "\(name) didn't answer in time.")
    }
}
