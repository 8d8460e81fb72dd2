#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

private let systemWrite = write

/// Standard input, output and error, unbuffered.
enum Terminal {
    /// What the command was asked for.
    static func print(_ text: String) {
        write(Array(text.utf8), to: STDOUT_FILENO)
    }

    /// Why the command can't do it: one line with the program's name.
    static func complain(_ sentence: String) {
        write(Array("pass-simulator: \(sentence)\n".utf8), to: STDERR_FILENO)
    }

    /// One line on standard error that the next one replaces; nothing where that isn't a terminal.
    static func showProgress(_ line: String) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        write(Array("\r\u{1B}[K\(line.prefix(78))".utf8), to: STDERR_FILENO)
    }

    /// All of standard input, or `nil` when it has more than a mebibyte.
    static func readAll() -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= 1 << 20 {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
        return nil
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
