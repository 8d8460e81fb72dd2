/// A source of a World's identifiers; a seeded source lets a World repeat itself byte for byte.
package protocol IdentifierSource: Sendable {
    /// Returns a new array of `count` bytes.
    func bytes(_ count: Int) -> [UInt8]
}

extension IdentifierSource {
    /// Returns a UUID of version 4.
    package func uuid() -> UUID {
        UUID(random: bytes(16))
    }

    /// Returns `byteCount` bytes as lower-case hexadecimal digits.
    package func hex(byteCount: Int) -> String {
        Hex.encode(bytes(byteCount))
    }

    /// Returns a word of `length` characters, each drawn uniformly from `alphabet` (2 to 256 ASCII characters).
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
