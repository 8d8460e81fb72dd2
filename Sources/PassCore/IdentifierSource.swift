/// Where a World takes its identifiers from, so that a seeded World repeats itself byte for byte.
package protocol IdentifierSource: Sendable {
    /// Fills a new array with `count` bytes.
    func bytes(_ count: Int) -> [UInt8]
}

extension IdentifierSource {
    /// A version 4 UUID in lower case (RFC 9562, section 5.4).
    package func uuid() -> String {
        var raw = bytes(16)
        raw[6] = raw[6] & 0x0F | 0x40
        raw[8] = raw[8] & 0x3F | 0x80
        let digits = Hex.encode(raw).utf8
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, digit) in digits.enumerated() {
            if index == 8 || index == 12 || index == 16 || index == 20 { text.append(UInt8(ascii: "-")) }
            text.append(digit)
        }
        return String(decoding: text, as: UTF8.self)
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
