import PassSimulator

/// The content of an operation as an argument of the command line: the text itself, `@FILE`, or `-` for standard input.
enum ControlInput {
    /// Returns the text.
    ///
    /// - Throws: `CommandFailure` for a file that can't be read or that is larger than 1 MiB.
    static func read(_ word: String) throws(CommandFailure) -> String {
        if word == "-" { return String(decoding: try readFile(word), as: UTF8.self) }
        guard word.hasPrefix("@") else { return word }
        return String(decoding: try readFile(String(word.dropFirst())), as: UTF8.self)
    }

    /// Returns the bytes of a file; `-` is standard input.
    ///
    /// - Throws: `CommandFailure` for a file that can't be read or that is longer than `limit` bytes.
    static func readFile(_ path: String, atMost limit: Int = 1 << 20) throws(CommandFailure) -> [UInt8] {
        if path == "-" {
            guard let bytes = Terminal.readAll(atMost: limit) else {
                throw CommandFailure(.badUsage, "Standard input has more than \(limit) bytes.")
            }
            return bytes
        }
        do {
            return try FileSystem.read(path, atMost: limit)
        } catch {
            throw CommandFailure(.badUsage, "\(path) can't be read: \(error).")
        }
    }

    /// Writes the bytes to a file; `-` is standard output.
    ///
    /// - Parameter isSecret: whether only the user of this process may read the file.
    /// - Throws: `CommandFailure` for a file that can't be written.
    static func write(_ bytes: [UInt8], to path: String, isSecret: Bool = false) throws {
        if path == "-" { return try Terminal.print(String(decoding: bytes, as: UTF8.self)) }
        do {
            try FileSystem.publish(bytes, at: path, mode: isSecret ? 0o600 : 0o644)
        } catch {
            throw CommandFailure(.couldNotStart, "\(path) can't be written: \(error).")
        }
    }
}
