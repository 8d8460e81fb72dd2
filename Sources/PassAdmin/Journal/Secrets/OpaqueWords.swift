import PassCore

/// The words in a text that look random, as identifiers, tokens and keys do, under whatever name they stand.
enum OpaqueWords {
    /// The minimum length of such a word in bytes.
    private static let shortest = 16
    /// The minimum number of places where digits follow letters or letters follow digits. Names with a number at their
    /// end have one or two.
    private static let fewestChanges = 3

    /// Calls `body` with the place of each such word.
    static func visit(_ bytes: [UInt8], _ body: (Range<Int>) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                guard kinds[Int(bytes[index])] != .other else {
                    index += 1
                    continue
                }
                let start = index
                var changes = 0
                var last = Kind.sign
                while index < bytes.count {
                    let kind = kinds[Int(bytes[index])]
                    if kind == .other { break }
                    if kind != .sign {
                        if last != .sign, kind != last { changes += 1 }
                        last = kind
                    }
                    index += 1
                }
                if changes >= fewestChanges, index - start >= shortest { body(start..<index) }
            }
        }
    }

    private enum Kind: Sendable { case letter, digit, sign, other }

    private static let kinds: [Kind] = (0..<256).map { byte in
        switch UInt8(byte) {
        case 0x30...0x39: .digit
        case 0x41...0x5A, 0x61...0x7A: .letter
        case UInt8(ascii: "-"), UInt8(ascii: "_"): .sign
        default: .other
        }
    }
}
