import PassCore

/// The spellings of a secret in the protocols' messages, apart from the escapes that `UnescapedBytes` undoes.
enum SecretSpellings {
    /// The minimum length in bytes of a secret that is replaced wherever it occurs. A shorter one is replaced only
    /// beside its name, since a short text may occur elsewhere by chance.
    static let shortest = 6

    /// The maximum length in bytes of a secret whose base64 is searched for. A longer secret is found by decoding
    /// base64.
    private static let longestEncoded = 4_096

    /// Returns the spellings of a secret in the protocols' messages, as bytes.
    static func all(_ secret: String) -> Set<[UInt8]> {
        let bytes = Array(secret.utf8)
        var spellings: Set<[UInt8]> = [bytes, UnescapedBytes(bytes).bytes]
        spellings.formUnion(spellings.compactMap(withPluses))
        if bytes.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
            let json = JSONWriter.array { $0.element(secret) }
            spellings.insert(Array(json.dropFirst(2).dropLast(2)))
        }
        if bytes.count < 16 { spellings.insert(Array(secret.asciiLowercased.utf8)) }
        if bytes.contains(where: { $0 >= 0x80 }) {
            for hasCapitals in [false, true] { spellings.insert(Array(escaped(secret, hasCapitals).utf8)) }
        }
        return spellings.filter { $0.count >= shortest }
    }

    /// Returns the base64 encodings of a secret, as bytes.
    static func encoded(_ secret: String) -> Set<[UInt8]> {
        let bytes = Array(secret.utf8)
        guard bytes.count <= longestEncoded else { return [] }
        let texts = [Base64.encode(bytes), Base64.encode(bytes, .url)]
        return Set(texts.map { Array($0.utf8) }).filter { $0.count >= shortest }
    }

    /// Returns a text as forms write it, with `+` for each space; `nil` if it has no space.
    private static func withPluses(_ text: [UInt8]) -> [UInt8]? {
        guard text.contains(0x20) else { return nil }
        return text.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 }
    }

    /// Returns a text with a `\u` escape for each character outside ASCII, as many clients write JSON.
    private static func escaped(_ text: String, _ hasCapitals: Bool) -> String {
        text.utf16.reduce(into: "") { escaped, unit in
            if unit < 0x80, let scalar = Unicode.Scalar(unit) {
                escaped.unicodeScalars.append(scalar)
            } else {
                let digits = Hex.encode([UInt8(unit >> 8), UInt8(unit & 0xFF)])
                escaped += "\\u" + (hasCapitals ? digits.asciiUppercased : digits)
            }
        }
    }
}
