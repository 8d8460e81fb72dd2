import PassCore
import PassHTTP

/// The secrets in the header fields of requests and answers.
extension ExchangeSecrets {
    mutating func addFields(_ fields: HTTPFields) {
        for (name, value) in fields.pairs {
            let field = name.asciiLowercased
            switch field {
            case "cookie": for cookie in CookieHeader.pieces(value) { addCookie(cookie) }
            case "set-cookie": if let cookie = CookieHeader.pieces(value).first { addCookie(cookie) }
            case _ where SecretNames.isField(field): addCredentials(field, value)
            case _ where SecretNames.isPublic(field): add(public: value)
            default:
                if field == "referer", let uri = URIReference(value) { addCode(inPath: uri.path) }
                scan(Array(value.utf8), .field)
            }
        }
    }

    /// Adds the credentials in the value of a header field. The value may begin with the name of a scheme.
    private mutating func addCredentials(_ field: String, _ value: String) {
        let (scheme, secret) = Self.credentials(value)
        if field == "ap-temppass-identity", addIdentity(secret) { return }
        add(field, secret)
        let decoded = Base64.decodeTextLeniently(secret)
        if field == "ap-device-identifier", let decoded { add(field, decoded) }
        if scheme.asciiLowercased == "basic", let decoded, let colon = decoded.utf8.firstIndex(of: UInt8(ascii: ":")) {
            add(field, decoded)
            let password = String(decoded[decoded.utf8.index(after: colon)...])
            add("password", password)
            // OAuth 2.0 escapes a client's secret (RFC 6749, section 2.3.1).
            if let text = PercentEncoding.decode(password, plusIsSpace: true) { add("client_secret", text) }
        }
        for word in secret.split(separator: " ").dropLast() where word.utf8.count >= 16 { add(field, String(word)) }
        scan(Array(secret.utf8), .field)
    }

    /// Adds the strings in the identity of a temporary pass's holder, a JSON object that may be encoded in base64.
    /// Returns whether the text is such an object.
    mutating func addIdentity(_ identity: String) -> Bool {
        let texts = [Array(identity.utf8), Base64.decodeLeniently(identity) ?? []]
        guard let members = texts.lazy.compactMap({ JSONValue(document: $0)?.objectValue }).first else { return false }
        for (name, value) in members { if let text = value.stringValue { add(name.string, text) } }
        return true
    }

    /// Splits the value of a field into the name of a scheme, which may be empty, and a secret.
    static func credentials(_ value: String) -> (scheme: String, secret: String) {
        let words = value.split(separator: " ", maxSplits: 1)
        // Any other first word may belong to a passphrase.
        guard words.count == 2, SecretScan.schemes.contains(words[0].asciiLowercased) else { return ("", value) }
        return (String(words[0]), String(words[1].drop { $0 == " " }))
    }

    /// The service's cookies that repeat what the app said about itself.
    private static let ownCookies: Set<ExactText> = ["redirect_url", "client_type", "client_version"]

    /// Adds a cookie's value, or only the secrets within it if it is a URL or repeats what the app said about itself.
    private mutating func addCookie(_ cookie: (name: String, value: String)) {
        let text = PercentEncoding.decode(cookie.value) ?? cookie.value
        if !text.contains("://"), !Self.ownCookies.contains(ExactText(cookie.name)) {
            let name = cookie.name.isEmpty ? "cookie" : cookie.name
            // A cookie may hold the name of an MVPD, a version or a media type, which isn't a secret elsewhere.
            let isDistinctive = SecretNames.isParameter(name) || cookie.name.isEmpty
            let isWord = text.hasDigit && text.hasLetter && text.utf8.count >= 8
            let isQuoted = text.utf8.count > 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
            for value in [cookie.value, text, isQuoted ? String(text.dropFirst().dropLast()) : text] {
                add(name, value, isDistinctive: isDistinctive)
                if isWord { add(word: value) }
                if !isText(ExactText(value)) { add(place: cookie.name + "=", value) }
            }
        }
        scan(Array(cookie.value.utf8), .field)
    }
}
