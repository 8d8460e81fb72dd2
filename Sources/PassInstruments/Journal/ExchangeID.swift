/// The name of an exchange, such as `k3m9qt-1f`: a prefix that each run of the simulator chooses for itself, and a
/// count.
///
/// Later exchanges have larger numbers. The prefix tells the exchanges of one run from those of another.
package struct ExchangeID: Hashable, Sendable, CustomStringConvertible {
    /// The number of the simulator's run, of which 30 bits are used.
    package let run: UInt32
    package let number: UInt64

    package init(run: UInt32, number: UInt64) {
        self.run = run & 0x3FFF_FFFF
        self.number = number
    }

    /// Reads the text that `description` gives; `nil` for any other text.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(Self.longest + 1))
        guard bytes.count <= Self.longest, bytes.count >= 8, bytes[6] == UInt8(ascii: "-"),
            let run = Self.number(bytes[..<6]), let number = Self.number(bytes[7...]), number > 0 || bytes.count == 8
        else { return nil }
        self.init(run: UInt32(run), number: number)
        guard bytes.count == 8 || bytes[7] != UInt8(ascii: "0") else { return nil }
    }

    /// The run's six letters, a hyphen, and as many letters as the number needs.
    package var description: String {
        // A string of up to fifteen bytes needs no memory of its own.
        String(unsafeUninitializedCapacity: Self.longest) { write(to: $0) }
    }

    /// Writes the bytes of `description`, for which there must be room.
    ///
    /// - Returns: their number, at most `longest`.
    package func write(to target: UnsafeMutableBufferPointer<UInt8>) -> Int {
        for index in 0..<6 { target[index] = Self.letter(UInt64(run) >> UInt64(25 - 5 * index)) }
        target[6] = UInt8(ascii: "-")
        let count = max(1, (64 - number.leadingZeroBitCount + 4) / 5)
        for index in 0..<count { target[7 + index] = Self.letter(number >> UInt64(5 * (count - 1 - index))) }
        return 7 + count
    }

    /// The maximum length of a description in bytes: seven bytes before thirteen letters.
    package static var longest: Int { 20 }

    /// The digits of the encoding, without letters that look like others (Crockford's base 32).
    private static let letters: StaticString = "0123456789abcdefghjkmnpqrstvwxyz"

    private static func letter(_ value: UInt64) -> UInt8 { letters.utf8Start[Int(value & 31)] }

    /// Returns the number that letters stand for; `nil` for other bytes and for more than 64 bits.
    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for byte in bytes {
            guard let value = (0..<32).first(where: { letters.utf8Start[$0] == byte }), number >> 59 == 0 else {
                return nil
            }
            number = number << 5 | UInt64(value)
        }
        return number
    }
}
