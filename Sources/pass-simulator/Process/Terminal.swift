import PassCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Standard input, output and error, unbuffered.
enum Terminal {
    /// Writes the command's result to standard output.
    ///
    /// - Throws: `CommandFailure` when standard output can't be written, e.g. on a full disk. It isn't a failure if the
    ///   reader has closed the pipe early (`| head -1`).
    static func print(_ text: String) throws {
        guard let error = StandardStream.output.write(text), error != EPIPE else { return }
        throw CommandFailure(.couldNotStart, "Standard output can't be written: \(String(cString: strerror(error))).")
    }

    /// Writes a notice, or the reason for a failure, to standard error as one line with the program's name.
    static func complain(_ sentence: String) {
        StandardStream.error.write("pass-simulator: \(sentence)\n")
    }

    /// Shows one line on standard error that the next call replaces.
    ///
    /// - Parameter elsewhere: the line to write instead if standard error isn't a terminal, which isn't replaced; `nil`
    ///   writes none.
    static func showProgress(_ line: String, elsewhere: String? = nil) {
        guard isatty(STDERR_FILENO) == 1 else {
            if let elsewhere { StandardStream.error.write(elsewhere + "\n") }
            return
        }
        StandardStream.error.write("\r\u{1B}[K\(line.prefix(78))")
    }

    /// Returns all of standard input, or `nil` when it has more than `limit` bytes.
    static func readAll(atMost limit: Int = 1 << 20) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
        return nil
    }
}
