/// Base64 text (RFC 4648, sections 4 and 5), decoded in canonical form only.
package enum Base64 {
    package enum Alphabet: Sendable {
        /// `+` and `/`, padded with `=`.
        case standard
        /// `-` and `_`, without padding, as JWTs carry it (RFC 7515, section 2).
        case url
    }

    package static func encode(_ bytes: some Collection<UInt8>, _ alphabet: Alphabet = .standard) -> String {
        bytes.withBytesInOneRun { encode($0, alphabet) }
    }

    private static func encode(_ bytes: UnsafeBufferPointer<UInt8>, _ alphabet: Alphabet) -> String {
        let letters = alphabet == .standard ? standardLetters : urlLetters
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var group: UInt32 = 0
        var held = 0
        for byte in bytes {
            group = group << 8 | UInt32(byte)
            held += 1
            if held == 3 {
                for shift in [18, 12, 6, 0] as [UInt32] { text.append(letters[Int(group >> shift & 63)]) }
                group = 0
                held = 0
            }
        }
        if held > 0 {
            group <<= UInt32(8 * (3 - held))
            for index in 0...held { text.append(letters[Int(group >> UInt32(18 - 6 * index) & 63)]) }
            if alphabet == .standard { text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - held)) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes, or `nil` for anything but canonical text.
    ///
    /// Refused are characters of another alphabet, white space, wrong or (with `.url`) any padding, and set bits that
    /// no byte uses, so that each value has exactly one spelling (RFC 4648, section 3.5).
    package static func decode(_ text: some StringProtocol, _ alphabet: Alphabet = .standard) -> [UInt8]? {
        var letters = Array(text.utf8)
        if alphabet == .standard {
            guard letters.count.isMultiple(of: 4) else { return nil }
            for _ in 0..<2 where letters.last == UInt8(ascii: "=") { letters.removeLast() }
            if letters.count % 4 == 1 { return nil }
        } else if letters.count % 4 == 1 {
            return nil
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count * 3 / 4)
        var group: UInt32 = 0
        var bits: UInt32 = 0
        for letter in letters {
            guard let value = value(of: letter, alphabet) else { return nil }
            group = group << 6 | value
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: group >> bits))
                group &= (1 << bits) - 1
            }
        }
        return group == 0 ? bytes : nil
    }

    /// The bytes of text as lenient clients send it: either alphabet, any padding, white space between.
    package static func decodeLeniently(_ text: some StringProtocol) -> [UInt8]? {
        var letters: [UInt8] = []
        for letter in text.utf8 {
            switch letter {
            case UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "="): continue
            case UInt8(ascii: "+"), UInt8(ascii: " "): letters.append(UInt8(ascii: "-"))
            case UInt8(ascii: "/"): letters.append(UInt8(ascii: "_"))
            default: letters.append(letter)
            }
        }
        guard letters.count % 4 != 1 else { return nil }
        return decode(String(decoding: letters, as: UTF8.self), .url)
    }

    private static func value(of letter: UInt8, _ alphabet: Alphabet) -> UInt32? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+") where alphabet == .standard, UInt8(ascii: "-") where alphabet == .url: 62
        case UInt8(ascii: "/") where alphabet == .standard, UInt8(ascii: "_") where alphabet == .url: 63
        default: nil
        }
    }

    private static let standardLetters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlLetters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
