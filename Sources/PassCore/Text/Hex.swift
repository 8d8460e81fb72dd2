/// Hexadecimal text (RFC 4648, section 8), written in lower case by default and read in either case.
@usableFromInline package enum Hex {
    /// Returns two digits for each byte.
    @inlinable package static func encode(_ bytes: some Sequence<UInt8>, uppercase: Bool = false) -> String {
        bytes.withBytesInOneRun { encode(run: $0, uppercase) }
    }

    @usableFromInline static func encode(run bytes: UnsafeBufferPointer<UInt8>, _ uppercase: Bool) -> String {
        let digit = uppercase ? uppercaseDigit : lowercaseDigit
        return String(unsafeUninitializedCapacity: bytes.count * 2) { text in
            for (index, byte) in bytes.enumerated() {
                text[2 * index] = digit(byte >> 4)
                text[2 * index + 1] = digit(byte & 0x0F)
            }
            return bytes.count * 2
        }
    }

    /// Returns the bytes, or `nil` when the length is odd or a character isn't a hexadecimal digit.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(of: digits[index]), let low = value(of: digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Returns the digit of a value from 0 to 15, in lower case.
    static func lowercaseDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }

    /// Returns the digit of a value from 0 to 15, in upper case.
    static func uppercaseDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
    }

    /// Returns the value of one digit, 0 to 15, or `nil` if it isn't a hexadecimal digit.
    package static func value(of digit: UInt8) -> UInt8? {
        let number = digit &- UInt8(ascii: "0")
        if number < 10 { return number }
        // Setting the bit in which lower and upper case differ allows either case.
        let letter = (digit | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : nil
    }
}
