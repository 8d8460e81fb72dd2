import PassCore

/// The words in a text that look random, as identifiers, tokens and keys do, whatever the name beside them is.
enum OpaqueWords {
    /// The minimum length of a word that looks random, in bytes.
    private static let shortest = 16
    /// The minimum number of changes between letters and digits in a word that looks random. A name that ends in a
    /// number has only one or two.
    private static let fewestChanges = 3
    /// The minimum length of a number that counts as an identifier: no time and no size has so many digits.
    private static let fewestDigits = 20
    /// The minimum length of base64 with `+` or `/`; a shorter text may be a path, which has slashes too.
    private static let shortestBase64 = 24

    /// Calls `body` with the range of each word that looks random.
    static func visit(_ bytes: [UInt8], _ body: (Range<Int>) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                guard kinds[Int(bytes[index])] != .other else {
                    index += 1
                    continue
                }
                let start = index
                while index < bytes.count, kinds[Int(bytes[index])] != .other { index += 1 }
                guard index - start >= shortest else { continue }
                let end = endOfPadding(bytes, from: index)
                if isBase64(bytes[start..<index]) {
                    body(start..<end)
                } else {
                    visitWords(bytes, start..<index, end: end, body)
                }
            }
        }
    }

    /// Calls `body` with the range of each random word between the slashes and plus signs of a range.
    private static func visitWords(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, end: Int, _ body: (Range<Int>) -> Void
    ) {
        var start = range.lowerBound
        for index in range.lowerBound...range.upperBound {
            guard index == range.upperBound || kinds[Int(bytes[index])] == .separator else { continue }
            if index - start >= shortest, isOpaque(bytes[start..<index]) {
                body(start..<(index == range.upperBound ? end : index))
            }
            start = index + 1
        }
    }

    private static func isOpaque(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        changes(word) >= fewestChanges
            || word.count >= fewestDigits && word.allSatisfy { kinds[Int($0)] == .digit }
    }

    /// Returns the index just after the padding of base64; `start` if there is none.
    private static func endOfPadding(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let signs = bytes[start...].prefix(3).prefix { $0 == UInt8(ascii: "=") }
        guard signs.count <= 2, signs.endIndex == bytes.count || kinds[Int(bytes[signs.endIndex])] == .other else {
            return start
        }
        return signs.endIndex
    }

    /// Returns the number of places where digits follow letters or letters follow digits.
    private static func changes(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        var (changes, last) = (0, Kind.sign)
        for byte in word {
            let kind = kinds[Int(byte)]
            guard kind == .letter || kind == .digit else { continue }
            if last != .sign, kind != last { changes += 1 }
            last = kind
        }
        return changes
    }

    /// Whether a text is random base64 with `+` or `/`.
    ///
    /// Capital letters, small letters and digits alternate in base64, as they hardly do in a path. A path usually has
    /// words of small letters between slashes. In base64 they are rare, and only a long text has them by chance.
    private static func isBase64(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard text.count >= shortestBase64, text.contains(where: { kinds[Int($0)] == .separator }) else { return false }
        let lettersOfWords = text.split(separator: UInt8(ascii: "/")).reduce(0) { sum, segment in
            let isWord = segment.count >= 2 && segment.allSatisfy { (0x61...0x7A).contains($0) }
            return isWord ? sum + segment.count : sum
        }
        if lettersOfWords * 32 > text.count { return false }
        // In random base64, two characters in five are capital letters. In a path with a hexadecimal name, letters and
        // digits alternate as often, but few letters are capitals.
        if text.count(where: { (0x41...0x5A).contains($0) }) * 16 < text.count { return false }
        var (changes, last) = (0, UInt8(0))
        for byte in text {
            // Digits, capital letters and small letters differ in these bits.
            let kind = byte & 0x60
            if kind != last { changes += 1 }
            last = kind
        }
        return changes * 20 >= text.count * 9
    }

    private enum Kind: Sendable { case letter, digit, sign, separator, other }

    private static let kinds: [Kind] = (0..<256).map { byte in
        switch UInt8(byte) {
        case 0x30...0x39: .digit
        case 0x41...0x5A, 0x61...0x7A: .letter
        case UInt8(ascii: "-"), UInt8(ascii: "_"): .sign
        case UInt8(ascii: "+"), UInt8(ascii: "/"): .separator
        default: .other
        }
    }
}
