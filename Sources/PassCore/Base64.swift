/// Base64 text (RFC 4648, sections 4 and 5), decoded in canonical form only.
@usableFromInline package enum Base64 {
    @usableFromInline package enum Alphabet: Sendable {
        /// `+` and `/`, padded with `=`.
        case standard
        /// `-` and `_`, without padding, as JWTs carry it (RFC 7515, section 2).
        case url
    }

    @inlinable package static func encode(
        _ bytes: some Collection<UInt8>, _ alphabet: Alphabet = .standard
    ) -> String {
        bytes.withBytesInOneRun { encode(run: $0, alphabet) }
    }

    @usableFromInline static func encode(run bytes: UnsafeBufferPointer<UInt8>, _ alphabet: Alphabet) -> String {
        let letters = alphabet == .standard ? standardLetters : urlLetters
        return String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
            var count = 0
            func append(_ number: Int, of group: Int) {
                for index in 0..<number { text[count + index] = letters[group &>> (18 - 6 * index) & 63] }
                count += number
            }
            var index = 0
            while index + 3 <= bytes.count {
                append(4, of: Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2]))
                index += 3
            }
            let rest = bytes.count - index
            if rest > 0 {
                append(rest + 1, of: Int(bytes[index]) << 16 | (rest == 2 ? Int(bytes[index + 1]) << 8 : 0))
                if alphabet == .standard {
                    for _ in rest..<3 {
                        text[count] = UInt8(ascii: "=")
                        count += 1
                    }
                }
            }
            return count
        }
    }

    /// The bytes, or `nil` for anything but canonical text.
    ///
    /// Refused are characters of another alphabet, white space, wrong or (with `.url`) any padding, and set bits that
    /// no byte uses, so that each value has exactly one spelling (RFC 4648, section 3.5).
    @inlinable package static func decode(_ text: some StringProtocol, _ alphabet: Alphabet = .standard) -> [UInt8]? {
        decode(text.utf8, alphabet)
    }

    /// The bytes, or `nil` for anything but the ASCII of canonical text.
    @inlinable package static func decode(
        _ letters: some Collection<UInt8>, _ alphabet: Alphabet = .standard
    ) -> [UInt8]? {
        letters.withBytesInOneRun { decode(run: $0, alphabet) }
    }

    @usableFromInline static func decode(run text: UnsafeBufferPointer<UInt8>, _ alphabet: Alphabet) -> [UInt8]? {
        var letters = text.count
        if alphabet == .standard {
            guard letters.isMultiple(of: 4) else { return nil }
            for _ in 0..<2 where letters > 0 && text[letters - 1] == UInt8(ascii: "=") { letters -= 1 }
        }
        if letters % 4 == 1 { return nil }
        let values = alphabet == .standard ? standardValues : urlValues
        var group: UInt32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: letters * 3 / 4) { bytes, count in
            var bits: UInt32 = 0
            for index in 0..<letters {
                let value = values[Int(text[index])]
                group = group << 6 | UInt32(value)
                if value == noValue { return }
                bits += 6
                if bits >= 8 {
                    bits -= 8
                    bytes[count] = UInt8(truncatingIfNeeded: group &>> bits)
                    count += 1
                    group &= (1 &<< bits) - 1
                }
            }
        }
        // Of a byte that is no letter, bits are left as well.
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

    private static let standardLetters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlLetters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// What each byte stands for, `noValue` where it is none of the letters.
    private static let standardValues = values(of: standardLetters)
    private static let urlValues = values(of: urlLetters)
    private static let noValue: UInt8 = 0xFF

    private static func values(of letters: [UInt8]) -> [UInt8] {
        var values = [UInt8](repeating: noValue, count: 256)
        for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }
}
