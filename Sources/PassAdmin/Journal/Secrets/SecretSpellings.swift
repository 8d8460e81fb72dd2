import PassCore
import PassHTTP

/// The ways in which texts of the protocols write a secret.
enum SecretSpellings {
    /// The minimum length in bytes of a secret that is replaced wherever it occurs. A shorter one is replaced only
    /// beside its name, since a short text may occur elsewhere by chance.
    static let shortest = 6

    /// Returns the bytes of a secret as texts of the protocols write it.
    ///
    /// - Parameter depth: the number of URLs around the secret.
    static func all(_ secret: String, depth: Int) -> Set<[UInt8]> {
        var json = JSONWriter.array { $0.element(secret) }
        json = Array(json.dropFirst(2).dropLast(2))
        let marked = replaced(secret, ["&": "&amp;", "<": "&lt;", ">": "&gt;"])
        let encoded = PercentEncoding.encode(secret)
        let encodings = encodings(of: secret, levels: depth + 2)
        let spellings =
            [
                secret, marked, replaced(marked, ["\"": "&quot;", "'": "&#39;"]), encoded,
                secret.pieces(separatedBy: UInt8(ascii: " ")).map(PercentEncoding.encode).joined(separator: "+"),
                replaced(secret, ["/": "\\/"]),
                secret.asciiLowercased.utf8.count < 16 ? secret.asciiLowercased : secret,
            ] + encodings + encodings.prefix(depth + 2).map(lowercaseEscapes)
        var bytes = Set(spellings.map { Array($0.utf8) })
        bytes.insert(json)
        for hasCapitals in [false, true] { bytes.insert(Array(escaped(secret, hasCapitals).utf8)) }
        bytes.insert(Array(Base64.encode(Array(secret.utf8)).utf8))
        bytes.insert(Array(Base64.encode(Array(secret.utf8), .url).utf8))
        return bytes.filter { $0.count >= shortest }
    }

    /// Returns a text as JSON writes it in ASCII, as many clients do.
    private static func escaped(_ text: String, _ hasCapitals: Bool) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        return text.utf16.reduce(into: "") { escaped, unit in
            if unit < 0x80, let scalar = Unicode.Scalar(unit) {
                escaped.unicodeScalars.append(scalar)
            } else {
                let digits = Hex.encode([UInt8(unit >> 8), UInt8(unit & 0xFF)])
                escaped += "\\u" + (hasCapitals ? digits.asciiUppercased : digits)
            }
        }
    }

    /// Returns a text, then escaped once, and so on.
    static func encodings(of text: String, levels: Int) -> [String] {
        var encodings = [text]
        for _ in 0..<levels { encodings.append(PercentEncoding.encode(encodings[encodings.count - 1])) }
        return encodings
    }

    /// Returns a text with some characters of ASCII replaced. Tokens are long, so bytes are compared.
    private static func replaced(_ text: String, _ replacements: KeyValuePairs<Unicode.Scalar, String>) -> String {
        let pairs = replacements.map { (UInt8(ascii: $0.key), Array($0.value.utf8)) }
        guard text.utf8.contains(where: { byte in pairs.contains { $0.0 == byte } }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 32)
        for byte in text.utf8 {
            if let pair = pairs.first(where: { $0.0 == byte }) { bytes += pair.1 } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns percent-encoded text with its hexadecimal digits in lower case.
    private static func lowercaseEscapes(_ text: String) -> String {
        var digits = 0
        let bytes = text.utf8.map { byte in
            if byte == UInt8(ascii: "%") {
                digits = 2
                return byte
            }
            digits -= 1
            return digits >= 0 && (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
