/// Where a World takes its identifiers from, so that a seeded World repeats itself byte for byte.
package protocol IdentifierSource: Sendable {
    /// Fills a new array with `count` bytes.
    func bytes(_ count: Int) -> [UInt8]
}

extension IdentifierSource {
    /// A UUID of version 4.
    package func uuid() -> UUID {
        UUID(random: bytes(16))
    }

    /// Lower-case hexadecimal digits of `byteCount` bytes.
    package func hex(byteCount: Int) -> String {
        Hex.encode(bytes(byteCount))
    }

    /// A word of `length` characters, each drawn evenly from `alphabet` (2 to 256 ASCII characters).
    package func word(length: Int, from alphabet: StaticString) -> String {
        let letters = alphabet.withUTF8Buffer { Array($0) }
        precondition((2...256).contains(letters.count), "an alphabet has 2 to 256 letters")
        let limit = 256 - 256 % letters.count
        var text: [UInt8] = []
        while text.count < length {
            for byte in bytes(length) where Int(byte) < limit && text.count < length {
                text.append(letters[Int(byte) % letters.count])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
