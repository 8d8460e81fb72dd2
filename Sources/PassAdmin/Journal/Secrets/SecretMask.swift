import PassCore
import PassCrypto

/// Replaces secrets with pseudonyms. A secret always gets the same pseudonym, so exchanges of an export can still be
/// correlated.
///
/// A pseudonym is `secret-` and 16 hexadecimal digits of an HMAC with a key that exists only in this process.
struct SecretMask: Sendable {
    private let key: [UInt8]
    /// The spellings of the secrets that are replaced wherever they occur, and the `SecretPhrase`s of the others.
    private(set) var spellings = SpellingTable()
    /// The base64 encodings of the secrets. They are replaced last, in base64 that couldn't be decoded and masked.
    private var encoded = SpellingTable()
    /// The names of each secret that is replaced only beside its names.
    private(set) var named: [ExactText: Set<ExactText>] = [:]

    /// The texts that stay as they are in the simulator's own documents.
    let documentTexts: Set<ExactText>

    /// Creates a mask for all secrets.
    init(key: [UInt8], _ secrets: ExchangeSecrets) {
        self.key = key
        documentTexts = secrets.documentTexts
        extend(secrets, SecretChanges(values: Set(secrets.secrets.keys), phrases: secrets.phrases))
    }

    /// Adds the secrets that are new, and the new spellings of known ones.
    mutating func extend(_ secrets: ExchangeSecrets, _ changes: SecretChanges) {
        var added: [Spelling] = []
        var addedEncoded: [Spelling] = []
        for value in changes.values {
            guard let secret = secrets.secrets[value] else { continue }
            let pseudonym = Array(Self.pseudonym(value.string, key).utf8)
            for bytes in SecretSpellings.encoded(value.string) {
                // If this base64 is a secret itself, it still gets the pseudonym of the decoded secret, because this
                // spelling's rank is smaller.
                var spelling = Spelling(bytes: bytes, hidden: 0..<bytes.count, replacement: pseudonym)
                addedEncoded.append(spelling)
                (spelling.endsWord, spelling.beginsWord) = (true, true)
                added.append(spelling)
            }
            guard secrets.isText(value) else {
                named[value, default: []].formUnion(secret.names)
                continue
            }
            let writings = secret.writings.filter { $0.count >= SecretSpellings.shortest }
            for bytes in SecretSpellings.all(value.string).union(writings) {
                let rank = bytes.elementsEqual(value.string.utf8) ? 1 : 0
                added.append(Spelling(bytes: bytes, hidden: 0..<bytes.count, replacement: pseudonym, rank: rank))
            }
        }
        for phrase in changes.phrases {
            let quote: [UInt8] = phrase.isNumber ? [UInt8(ascii: "\"")] : []
            let pseudonym = quote + Self.pseudonym(phrase.value.string, key).utf8 + quote
            let start = phrase.before.count
            added.append(
                Spelling(
                    bytes: phrase.before + phrase.writing + phrase.after,
                    hidden: start..<(start + phrase.writing.count), replacement: pseudonym,
                    endsWord: phrase.after.isEmpty))
        }
        spellings.add(added)
        encoded.add(addedEncoded)
    }

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
    ///
    /// - Parameter mayBeForm: whether the text may be a form, which consists only of parameters.
    func text(_ text: String, mayBeForm: Bool = false) -> String {
        masked(Array(text.utf8), mayBeForm: mayBeForm).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// Returns content with each secret in it replaced. Content that isn't text can't be searched, so a pseudonym
    /// replaces all of it.
    func content(_ bytes: [UInt8]) -> [UInt8] {
        let isText = bytes.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
        guard isText else { return Array(pseudonym(Base64.encode(bytes)).utf8) }
        return masked(bytes, mayBeForm: true) ?? bytes
    }

    /// Returns bytes with each secret in them replaced, including secrets in base64; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - mayBeForm: whether the bytes may be a form, which consists only of parameters.
    ///   - depth: the number of nested base64 texts that contain this one.
    ///   - level: the number of nested forms and URLs that contain this one.
    func masked(_ bytes: [UInt8], mayBeForm: Bool, depth: Int = 0, level: Int = 0) -> [UInt8]? {
        guard !spellings.isEmpty || !named.isEmpty else { return nil }
        if JSONValue(document: bytes) != nil { return maskedJSON(bytes, depth: depth, level: level) }
        var replaced = maskedParameters(bytes, mayBeForm: mayBeForm, depth: depth, level: level)
        // Whole secrets are replaced first, with escapes undone. In the escaped text, only some words of a secret may
        // be found.
        var text = UnescapedBytes(replaced ?? bytes)
        if text.isEscaped { replaced = spellings.replaced(text) ?? replaced }
        replaced = spellings.replaced(replaced ?? bytes) ?? replaced
        if let replaced { text = UnescapedBytes(replaced) }
        replaced = maskedRuns(text, depth: depth) ?? replaced
        return encoded.replaced(replaced ?? bytes) ?? replaced
    }

    /// Returns a form or a URL with the secrets in its parameters replaced; `nil` if the text is neither, or has no
    /// secrets.
    private func maskedParameters(_ bytes: [UInt8], mayBeForm: Bool, depth: Int, level: Int) -> [UInt8]? {
        guard level < ParameterText.deepest, let parameters = ParameterText(bytes, mayBeForm: mayBeForm) else {
            return nil
        }
        var result: [UInt8] = []
        var copied = 0
        for pair in parameters.pairs where !pair.value.isEmpty {
            let value = ParameterText.decoded(bytes[pair.value])
            let hidden: [UInt8]
            if isNamed(value, ParameterText.decoded(bytes[pair.name])) {
                hidden = Array(pseudonym(value).utf8)
            } else if let text = masked(Array(value.utf8), mayBeForm: true, depth: depth, level: level + 1) {
                let isEscaped = !bytes[pair.value].elementsEqual(value.utf8)
                hidden = isEscaped ? Array(PercentEncoding.encode(String(decoding: text, as: UTF8.self)).utf8) : text
            } else {
                continue
            }
            result += bytes[copied..<pair.value.lowerBound]
            result += hidden
            copied = pair.value.upperBound
        }
        return copied == 0 ? nil : result + bytes[copied...]
    }

    /// Whether a text is a secret that is replaced beside a name.
    func isNamed(_ text: String, _ name: String) -> Bool {
        named[text].map { $0.contains(SecretNames.normal(name)) } ?? false
    }

    /// Returns a text with each secret in its base64 replaced; `nil` if the base64 has none.
    private func maskedRuns(_ text: UnescapedBytes, depth: Int) -> [UInt8]? {
        var result: [UInt8] = []
        var copied = 0
        for run in EncodedText.runs(in: text.bytes) {
            let raw = text.place(run.range.lowerBound)..<text.place(run.range.upperBound)
            let hidden: String
            if depth >= EncodedText.deepest {
                hidden = pseudonym(String(decoding: text.bytes[run.range], as: UTF8.self))
            } else if let masked = masked(run.bytes, mayBeForm: true, depth: depth + 1) {
                // Masked base64 would have to be escaped as the original is. So a pseudonym, which needs no escapes,
                // replaces it.
                let isEscaped = raw.count != run.range.count
                hidden =
                    isEscaped
                    ? pseudonym(String(decoding: text.bytes[run.range], as: UTF8.self))
                    : Base64.encode(masked, run.alphabet)
            } else {
                continue
            }
            result += text.raw[copied..<raw.lowerBound]
            result += hidden.utf8
            copied = raw.upperBound
        }
        return copied == 0 ? nil : result + text.raw[copied...]
    }
}

extension ExchangeSecrets {
    /// Returns a mask that replaces these secrets with pseudonyms.
    func mask(key: [UInt8]) -> SecretMask { SecretMask(key: key, self) }
}
