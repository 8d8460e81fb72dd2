import PassCore

/// A text that is encoded in base64 within another text.
struct EncodedText {
    /// The range of the base64 in the other text, with its padding.
    var range: Range<Int>
    /// The decoded text.
    var bytes: [UInt8]
    var alphabet: Base64.Alphabet

    /// The maximum depth to which nested base64 is decoded.
    static let deepest = 4
    /// The minimum number of base64 letters; fewer can't hold a name and a secret.
    private static let shortest = 12

    /// Returns the texts that the bytes contain in base64. The time is proportional to the number of bytes.
    static func runs(in bytes: [UInt8]) -> [EncodedText] {
        var runs: [EncodedText] = []
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                guard isLetter[Int(bytes[index])] else {
                    index += 1
                    continue
                }
                let start = index
                var line = index
                while true {
                    while index < bytes.count, isLetter[Int(bytes[index])] { index += 1 }
                    // Long base64 is often broken into lines of 64 or 76 letters.
                    guard index - line >= 60, (index - line) % 4 == 0, let next = nextLine(bytes, at: index) else {
                        break
                    }
                    (index, line) = (next, next)
                }
                guard index - start >= shortest, let text = decoded(bytes[start..<index]) else { continue }
                var end = index
                while end < bytes.count, end < index + 2, bytes[end] == UInt8(ascii: "=") { end += 1 }
                let isURL = bytes[start..<index].contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
                runs.append(
                    EncodedText(
                        range: start..<end, bytes: text,
                        alphabet: isURL || end == index && (end - start) % 4 != 0 ? .url : .standard))
            }
        }
        return runs
    }

    /// Returns the index just after a line break; `nil` if there is none, or if no base64 letter follows it.
    private static func nextLine(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
        var next = index
        if next < bytes.count, bytes[next] == 0x0D { next += 1 }
        guard next + 1 < bytes.count, bytes[next] == 0x0A, isLetter[Int(bytes[next + 1])] else { return nil }
        return next + 1
    }

    /// Returns the text that base64 letters encode; `nil` if they don't encode text. An incomplete character at the end
    /// is ignored, because the text may be cut.
    private static func decoded(_ letters: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        guard let head = Base64.decodeLeniently(String(decoding: letters.prefix(shortest), as: UTF8.self)),
            head.prefix(3).allSatisfy({ isPrintable($0) && $0 < 0x80 }), head.allSatisfy(isPrintable)
        else { return nil }
        let whole = letters.dropLast(letters.count % 4)
        let text =
            Base64.decodeLeniently(String(decoding: letters, as: UTF8.self))
            ?? Base64.decodeLeniently(String(decoding: whole, as: UTF8.self))
        guard let text else { return nil }
        return (0..<4).lazy.map { Array(text.dropLast($0)) }.first { String(validating: $0, as: UTF8.self) != nil }
    }

    private static func isPrintable(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || (0x09...0x0D).contains(byte)
    }

    private static let isLetter: [Bool] = (0..<256).map { byte in
        switch UInt8(byte) {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
