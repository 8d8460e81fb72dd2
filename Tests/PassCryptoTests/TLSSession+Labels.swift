import PassCrypto

extension TLSSession.Step {
    var isWaiting: Bool {
        switch self {
        case .wantRead, .wantWrite: true
        case .done, .closed, .failed: false
        }
    }

    /// For comparisons: the case's name, with the code of a failure.
    var label: String {
        switch self {
        case .done: "done"
        case .wantRead: "wantRead"
        case .wantWrite: "wantWrite"
        case .closed: "closed"
        case .failed(let error): "\(error.code)"
        }
    }
}

extension TLSSession.Transfer {
    /// For comparisons: the case's name, with the code of a failure or the number of bytes.
    var label: String {
        switch self {
        case .bytes(let count): "bytes \(count)"
        case .wantRead: "wantRead"
        case .wantWrite: "wantWrite"
        case .closed: "closed"
        case .failed(let error): "\(error.code)"
        }
    }
}

extension TLSSession {
    /// One call of `read` with its bytes.
    func take(upTo size: Int = 65_536) -> (bytes: [UInt8], label: String) {
        var buffer = [UInt8](repeating: 0, count: size)
        let transfer = buffer.withUnsafeMutableBytes { read(into: $0) }
        guard case .bytes(let count) = transfer else { return ([], transfer.label) }
        return (Array(buffer.prefix(count)), transfer.label)
    }

    func put(_ bytes: some Collection<UInt8>) -> Transfer {
        Array(bytes).withUnsafeBytes { write($0) }
    }

    /// Throws what one call of `read` fails with.
    func error() throws {
        var buffer = [UInt8](repeating: 0, count: 1)
        if case .failed(let error) = buffer.withUnsafeMutableBytes({ read(into: $0) }) { throw error }
    }
}
