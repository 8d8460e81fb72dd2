import PassCore
import PassCrypto
import PassHTTP

/// Replaces secrets by pseudonyms. A secret always gets the same pseudonym, so exchanges of an export can still be
/// correlated.
///
/// A pseudonym is `secret-` and 16 hexadecimal digits of an HMAC with a key that exists only in this process.
struct SecretMask: Sendable {
    private let key: [UInt8]
    /// The secrets that are replaced wherever they occur, in every spelling (such as percent-encoded), by their first
    /// bytes.
    private let spellings: [UInt32: [Spelling]]
    /// The first two bytes with which a spelling begins. Most places in a text are dismissed by a look at this set, which is
    /// cheaper than one at the table.
    private let beginnings: Beginnings

    private struct Spelling: Sendable {
        var bytes: [UInt8]
        var pseudonym: String
        /// The smallest rank counts where two secrets have the same spelling.
        var rank = 0
    }

    /// The minimum length in bytes of a secret that is replaced wherever it occurs. A shorter one is replaced only
    /// beside its name, since a short text may occur elsewhere by chance.
    static let shortest = 6

    /// Creates a mask for these secrets.
    ///
    /// - Parameters:
    ///   - key: the key of the pseudonyms.
    ///   - texts: the secrets that are replaced wherever they occur.
    ///   - named: the secrets that are replaced only beside their names.
    ///   - depths: the number of URLs around a secret, for those that are in URLs.
    ///   - writings: further spellings of secrets.
    init(
        key: [UInt8], texts: Set<ExactText>, named: [(name: ExactText, value: ExactText)],
        depths: [ExactText: Int] = [:], writings: [ExactText: Set<ExactText>] = [:]
    ) {
        self.key = key
        var spellings: [UInt32: [Spelling]] = [:]
        for secret in texts {
            let pseudonym = Self.pseudonym(secret.string, key)
            let further = (writings[secret] ?? []).map { Array($0.string.utf8) }.filter { $0.count >= Self.shortest }
            for bytes in Self.spellings(of: secret.string, depth: depths[secret] ?? 0).union(further) {
                // A text that is another secret's base64 gets that one's pseudonym.
                let rank = bytes.elementsEqual(secret.string.utf8) ? 1 : 0
                spellings[Self.start(bytes[...]), default: []].append(
                    Spelling(bytes: bytes, pseudonym: pseudonym, rank: rank))
            }
        }
        for (name, value) in named {
            let pseudonym = Self.pseudonym(value.string, key)
            let depth = depths[value] ?? 0
            let signs = Self.encodings(of: "=", levels: depth).dropFirst().map { ($0, "") }
            for (start, end) in Self.surroundings + signs {
                let further = (writings[value] ?? []).map(\.string)
                for text in Set(Self.encodings(of: value.string, levels: depth + 1) + further) {
                    let bytes = Array((name.string + start + text + end).utf8)
                    if bytes.count < 4 { continue }
                    spellings[Self.start(bytes[...]), default: []].append(
                        Spelling(bytes: bytes, pseudonym: name.string + start + pseudonym + end))
                }
            }
        }
        beginnings = Beginnings(spellings.keys)
        // The longest comes first, since one secret may begin with another.
        self.spellings = spellings.mapValues { spellings in
            spellings.sorted { ($1.bytes.count, $0.rank) < ($0.bytes.count, $1.rank) }
        }
    }

    /// The texts between a name and its value, and after the value, in forms, JSON, pages and XML.
    private static let surroundings = [
        ("=", ""), ("\":\"", "\""), ("\": \"", "\""), ("\" : \"", "\""), ("\" value=\"", "\""), (">", "<"),
        ("\",\"value\":\"", "\""),
    ]

    /// Whether a text has the form of a pseudonym, as the secrets of a masked file have.
    static func isPseudonym(_ text: some StringProtocol) -> Bool {
        text.hasPrefix("secret-") && text.utf8.count == 23
    }

    /// Returns the pseudonym of a secret.
    func pseudonym(_ secret: String) -> String { Self.pseudonym(secret, key) }

    private static func pseudonym(_ secret: String, _ key: [UInt8]) -> String {
        if secret.isEmpty || isPseudonym(secret) { return secret }
        return "secret-" + Hex.encode(MessageAuthentication.sha256(key: key, Array(secret.utf8)).prefix(8))
    }

    /// Returns a text with each secret in it replaced.
    func text(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return replaced(bytes).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// Returns bytes with each secret in them replaced; `nil` if there is none.
    private func replaced(_ bytes: [UInt8]) -> [UInt8]? {
        guard !spellings.isEmpty, bytes.count >= Self.shortest else { return nil }
        var result: [UInt8] = []
        var copied = 0
        var index = 0
        while index + 4 <= bytes.count {
            guard beginnings.contains(bytes[index], bytes[index + 1]) else {
                index += 1
                continue
            }
            let found = spellings[Self.start(bytes[index...])]?.first { spelling in
                bytes[index...].starts(with: spelling.bytes)
            }
            if let found {
                result += bytes[copied..<index]
                result += found.pseudonym.utf8
                index += found.bytes.count
                copied = index
            } else {
                index += 1
            }
        }
        if copied == 0 { return nil }
        return result + bytes[copied...]
    }

    /// Returns the first four bytes as a number.
    private static func start(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Returns the bytes of a secret as texts of the protocols write it.
    ///
    /// - Parameter depth: the number of URLs around the secret.
    private static func spellings(of secret: String, depth: Int) -> Set<[UInt8]> {
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
    private static func encodings(of text: String, levels: Int) -> [String] {
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

/// A set of pairs of bytes.
private struct Beginnings: Sendable {
    private var bits = [UInt64](repeating: 0, count: 65_536 / 64)

    /// Creates the set of the first two of each number's four bytes.
    init(_ starts: some Sequence<UInt32>) {
        for start in starts { bits[Int(start >> 22)] |= 1 << UInt64(start >> 16 & 63) }
    }

    func contains(_ first: UInt8, _ second: UInt8) -> Bool {
        bits[Int(first) << 2 | Int(second >> 6)] >> UInt64(second & 63) & 1 == 1
    }
}
