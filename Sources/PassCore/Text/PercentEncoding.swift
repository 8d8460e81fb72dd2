/// Percent-encoded text (RFC 3986, section 2.1).
package enum PercentEncoding {
    /// Returns the text with its escapes undone, or `nil` for a `%` without two hex digits or bytes that aren't UTF-8.
    ///
    /// All other characters stay as they are. Control characters are accepted too (`%00` gives U+0000): the caller
    /// decides what a name or a path may contain.
    /// - Parameter plusIsSpace: whether `+` means a space, as in forms and in the queries that forms produce.
    package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        decode(text.utf8, plusIsSpace: plusIsSpace)
    }

    /// Returns the text of encoded bytes, as `decode` does for encoded text.
    package static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String? {
        bytes.withBytesInOneRun { decode(run: $0, plusIsSpace: plusIsSpace) }
    }

    package static func decode(run bytes: UnsafeBufferPointer<UInt8>, plusIsSpace: Bool = false) -> String? {
        let plain = bytes.firstIndex(from: 0, where: mayStandForAnother)
        if plain == bytes.count { return String(decoding: bytes, as: UTF8.self) }
        // Decoded text is never longer than its encoded form; `copyRun` needs room for eight bytes more.
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count + 8) { decoded in
            guard let start = decoded.baseAddress, let source = bytes.baseAddress else {
                preconditionFailure("eight bytes have a place, and none of no bytes stands for another")
            }
            var index = 0
            var target = start
            while true {
                // Most bytes stand for themselves, so they are copied in runs.
                let end = bytes.copyRun(from: index, to: target, until: mayStandForAnother)
                target += end - index
                guard end < bytes.count else { break }
                var byte = source[end]
                index = end + 1
                if byte == UInt8(ascii: "%") {
                    guard index + 2 <= bytes.count, let high = Hex.value(of: source[index]),
                        let low = Hex.value(of: source[index + 1])
                    else { return nil }
                    byte = high << 4 | low
                    index += 2
                } else if byte == UInt8(ascii: "+"), plusIsSpace {
                    byte = UInt8(ascii: " ")
                }
                target.pointee = byte
                target += 1
            }
            let text = UnsafeBufferPointer(start: start, count: target - start)
            return String(exactly: text)
        }
    }

    /// Returns the mask of the bytes that may stand for another character (`%`, `+`) or aren't ASCII.
    private static func mayStandForAnother(_ bytes: EightBytes) -> UInt64 {
        bytes.equal(UInt8(ascii: "%")) | bytes.equal(UInt8(ascii: "+")) | bytes.beyondASCII
    }

    /// Returns the text with every byte escaped in upper-case hex, except letters, digits and `-._~`.
    package static func encode(_ text: String) -> String {
        text.withBytes { bytes in
            let escapes = bytes.count { !isUnreserved($0) }
            if escapes == 0 { return text }
            return String(unsafeUninitializedCapacity: bytes.count + 2 * escapes) { encoded in
                var length = 0
                for byte in bytes {
                    encoded[length] = byte
                    length += 1
                    if isUnreserved(byte) { continue }
                    encoded[length - 1] = UInt8(ascii: "%")
                    encoded[length] = Hex.uppercaseDigit(byte >> 4)
                    encoded[length + 1] = Hex.uppercaseDigit(byte & 15)
                    length += 2
                }
                return length
            }
        }
    }

    /// Appends one byte in the form that `encode` writes.
    package static func append(_ byte: UInt8, to encoded: inout [UInt8]) {
        if isUnreserved(byte) {
            encoded.append(byte)
        } else {
            encoded.append(UInt8(ascii: "%"))
            encoded.append(Hex.uppercaseDigit(byte >> 4))
            encoded.append(Hex.uppercaseDigit(byte & 15))
        }
    }

    /// Whether the byte is an unreserved character (RFC 3986, section 2.3).
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
