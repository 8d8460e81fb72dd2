import PassCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Standard input, output and error, unbuffered.
enum Terminal {
    /// What the command was asked for.
    ///
    /// - Throws: `CommandFailure` when standard output doesn't take it, as on a full disk. A reader that has seen enough
    ///   (`| head -1`) is no failure.
    static func print(_ text: String) throws {
        guard let error = StandardStream.output.write(text), error != EPIPE else { return }
        throw CommandFailure(.couldNotStart, "Standard output can't be written: \(String(cString: strerror(error))).")
    }

    /// Why the command can't do it: one line with the program's name.
    static func complain(_ sentence: String) {
        StandardStream.error.write("pass-simulator: \(sentence)\n")
    }

    /// One line on standard error that the next one replaces; where that isn't a terminal, one that stays, if there is one.
    static func showProgress(_ line: String, elsewhere: String? = nil) {
        guard isatty(STDERR_FILENO) == 1 else {
            if let elsewhere { StandardStream.error.write(elsewhere + "\n") }
            return
        }
        StandardStream.error.write("\r\u{1B}[K\(line.prefix(78))")
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
}
