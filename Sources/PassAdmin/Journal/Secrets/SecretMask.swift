import PassCore
import PassCrypto

/// Replaces secrets by pseudonyms. A secret always gets the same pseudonym, so exchanges of an export can still be
/// correlated.
///
/// A pseudonym is `secret-` and 16 hexadecimal digits of an HMAC with a key that exists only in this process.
struct SecretMask: Sendable {
    private let key: [UInt8]
    /// The secrets in every spelling, such as percent-encoded, and the short ones with their names.
    private var spellings = SpellingTable()

    /// Creates a mask for all secrets.
    init(key: [UInt8], _ secrets: ExchangeSecrets) {
        self.key = key
        var changes = SecretChanges()
        (changes.texts, changes.values, changes.phrases) = (
            secrets.texts, Set(secrets.named.keys), secrets.phrases
        )
        extend(secrets, changes)
    }

    /// Adds the secrets that are new, and the new spellings of known ones.
    mutating func extend(_ secrets: ExchangeSecrets, _ changes: SecretChanges) {
        var added: [Spelling] = []
        for secret in changes.texts {
            let pseudonym = Array(Self.pseudonym(secret.string, key).utf8)
            let further = (secrets.writings[secret] ?? []).filter { $0.count >= SecretSpellings.shortest }
            for bytes in SecretSpellings.all(secret.string, depth: secrets.depths[secret] ?? 0).union(further) {
                // A text that is another secret's base64 gets that one's pseudonym.
                let rank = bytes.elementsEqual(secret.string.utf8) ? 1 : 0
                added.append(Spelling(bytes: bytes, replacement: pseudonym, rank: rank))
            }
        }
        for value in changes.values {
            for name in secrets.named[value] ?? [] {
                addNamed(name.string, value, secrets, to: &added)
            }
        }
        for phrase in changes.phrases {
            let quote: [UInt8] = phrase.isNumber ? [UInt8(ascii: "\"")] : []
            let pseudonym = quote + Self.pseudonym(phrase.value.string, key).utf8 + quote
            added.append(
                Spelling(
                    bytes: phrase.before + phrase.writing + phrase.after,
                    replacement: phrase.before + pseudonym + phrase.after, endsWord: phrase.after.isEmpty))
        }
        spellings.add(added)
    }

    /// Adds the ways to write a secret beside its name in forms, JSON, pages and XML.
    private func addNamed(
        _ name: String, _ value: ExactText, _ secrets: ExchangeSecrets, to added: inout [Spelling]
    ) {
        let pseudonym = Self.pseudonym(value.string, key)
        let depth = secrets.depths[value] ?? 0
        let signs = SecretSpellings.encodings(of: "=", levels: depth).dropFirst().map { ($0, "") }
        let further = (secrets.writings[value] ?? []).map { String(decoding: $0, as: UTF8.self) }
        let texts = Set(SecretSpellings.encodings(of: value.string, levels: depth + 1) + further)
        for (start, end) in Self.surroundings + signs {
            for text in texts {
                added.append(
                    Spelling(
                        bytes: Array((name + start + text + end).utf8),
                        replacement: Array((name + start + pseudonym + end).utf8), endsWord: end.isEmpty))
            }
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
        masked(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// Returns bytes, which needn't be text, with each secret in them replaced.
    func bytes(_ bytes: [UInt8]) -> [UInt8] { masked(bytes) ?? bytes }

    /// Returns bytes with each secret in them replaced, also in texts in base64; `nil` if there is none.
    private func masked(_ bytes: [UInt8], depth: Int = 0) -> [UInt8]? {
        guard !spellings.isEmpty else { return nil }
        let replaced = spellings.replaced(bytes)
        let source = replaced ?? bytes
        var result: [UInt8] = []
        var copied = 0
        for run in EncodedText.runs(in: source) {
            let hidden: String
            if depth >= EncodedText.deepest {
                hidden = pseudonym(String(decoding: source[run.range], as: UTF8.self))
            } else if let text = masked(run.bytes, depth: depth + 1) {
                hidden = Base64.encode(text, run.alphabet)
            } else {
                continue
            }
            result += source[copied..<run.range.lowerBound]
            result += hidden.utf8
            copied = run.range.upperBound
        }
        return copied == 0 ? replaced : result + source[copied...]
    }
}

extension ExchangeSecrets {
    /// Returns what makes pseudonyms of these secrets.
    func mask(key: [UInt8]) -> SecretMask { SecretMask(key: key, self) }
}
