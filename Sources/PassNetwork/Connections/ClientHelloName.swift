import PassHTTP

/// The server name that a TLS client asks for in its first message, read before the TLS session exists.
enum ClientHelloName: Hashable {
    /// The name; `nil` if the message has none, or can't be read.
    case name(String?)
    /// More bytes are needed.
    case incomplete

    /// Reads the name from the first bytes of a connection (RFC 8446, sections 4.1.2 and 5.1; RFC 6066, section 3).
    ///
    /// Only the first record is read, because nearly every client sends the whole message in one record.
    static func read(_ bytes: UnsafeRawBufferPointer) -> ClientHelloName {
        guard bytes.count >= 5 else { return .incomplete }
        let length = Int(bytes[3]) << 8 | Int(bytes[4])
        guard bytes.count >= 5 + length else { return .incomplete }
        var record = Reader(bytes: UnsafeRawBufferPointer(rebasing: bytes[5..<(5 + length)]))
        // Skips the message's type and length, the version, the random number, and three lists.
        record.skip(4 + 2 + 32)
        _ = record.list(1)
        _ = record.list(2)
        _ = record.list(1)
        var extensions = record.list(2)
        while !extensions.isAtEnd {
            let kind = extensions.number(2)
            var content = extensions.list(2)
            guard kind == 0 else { continue }
            var names = content.list(2)
            guard names.number(1) == 0 else { break }
            let name = names.list(2)
            return .name(name.bytes.isEmpty ? nil : String(validating: name.bytes, as: UTF8.self))
        }
        return .name(nil)
    }

    /// A reader of numbers and lists; where bytes are missing, it returns a shorter number or list instead of failing.
    private struct Reader {
        private(set) var bytes: UnsafeRawBufferPointer

        init(bytes: UnsafeRawBufferPointer) {
            self.bytes = bytes
        }

        var isAtEnd: Bool { bytes.isEmpty }

        mutating func skip(_ count: Int) {
            bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(count))
        }

        mutating func number(_ size: Int) -> Int {
            let number = bytes.prefix(size).reduce(0) { $0 << 8 | Int($1) }
            skip(size)
            return number
        }

        /// Reads the length of a list, a number of `size` bytes, and returns the list's content, which follows it.
        mutating func list(_ size: Int) -> Reader {
            let count = number(size)
            let content = UnsafeRawBufferPointer(rebasing: bytes.prefix(count))
            skip(count)
            return Reader(bytes: content)
        }
    }
}
