import PassCore
import PassHTTP

/// The secrets in the fields of requests and answers.
extension ExchangeSecrets {
    mutating func addFields(_ fields: HTTPFields) {
        for (name, value) in fields.pairs {
            let field = name.asciiLowercased
            switch field {
            case "cookie":
                for piece in Self.cookies(value) { addCookie(piece) }
            case "set-cookie":
                // Files of browsers have several fields of that name as the lines of one.
                for line in value.split(separator: "\n") {
                    if let piece = Self.cookies(String(line)).first { addCookie(piece) }
                }
            case _ where SecretNames.isField(field): addCredentials(field, value)
            default:
                if field == "referer" { addParameters(of: value) }
                scan(Array(value.utf8), .field)
            }
        }
    }

    /// Adds a secret after the name of its scheme, if it has one.
    private mutating func addCredentials(_ field: String, _ value: String) {
        let (scheme, secret) = Self.credentials(value)
        add(field, secret)
        let decoded = Base64.decodeLeniently(secret).flatMap { String(validating: $0, as: UTF8.self) }
        if field == "ap-device-identifier", let decoded { add(field, decoded) }
        if scheme.asciiLowercased == "basic", let decoded, let colon = decoded.utf8.firstIndex(of: UInt8(ascii: ":")) {
            add(field, decoded)
            let password = String(decoded[decoded.utf8.index(after: colon)...])
            add("password", password)
            // OAuth 2.0 escapes a client's secret (RFC 6749, section 2.3.1).
            if let text = PercentEncoding.decode(password, plusIsSpace: true) {
                add("client_secret", text)
                add(writing: Array(password.utf8), of: text)
            }
        }
        for word in secret.split(separator: " ").dropLast() where word.utf8.count >= 16 { add(field, String(word)) }
        scan(Array(secret.utf8), .field)
    }

    /// Splits the value of a field into the name of a scheme, which may be empty, and a secret.
    static func credentials(_ value: String) -> (scheme: String, secret: String) {
        let words = value.split(separator: " ", maxSplits: 1)
        let isScheme = words.first?.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "-") }
        guard words.count == 2, isScheme == true else { return ("", value) }
        return (String(words[0]), String(words[1].drop { $0 == " " }))
    }

    /// Returns the cookies of a field; some clients send one without a name.
    static func cookies(_ value: String) -> [(name: String, value: String)] {
        value.split(separator: ";").compactMap { piece in
            let piece = piece.trimmed
            guard let sign = piece.utf8.firstIndex(of: UInt8(ascii: "=")) else {
                return piece.isEmpty ? nil : ("", piece)
            }
            return (piece[..<sign].trimmed, piece[piece.utf8.index(after: sign)...].trimmed)
        }
    }

    /// Adds a cookie's value, or else the secrets in the URL that it is, such as the app's redirect URL.
    private mutating func addCookie(_ cookie: (name: String, value: String)) {
        let text = PercentEncoding.decode(cookie.value) ?? cookie.value
        if text.hasPrefix("http://") || text.hasPrefix("https://") {
            addParameters(of: text)
            scan(Array(cookie.value.utf8), .field)
            return
        }
        let name = cookie.name.isEmpty ? "cookie" : cookie.name
        add(name, cookie.value)
        if cookie.value.utf8.count > 2, cookie.value.hasPrefix("\""), cookie.value.hasSuffix("\"") {
            add(name, String(cookie.value.dropFirst().dropLast()))
        }
        if !text.hasSameBytes(as: cookie.value) {
            add(name, text)
            add(writing: Array(cookie.value.utf8), of: text)
        }
        scan(Array(cookie.value.utf8), .field)
    }
}

extension StringProtocol {
    /// The text without spaces and tabs around it.
    fileprivate var trimmed: String {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var rest = Array(utf8)[...].drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return String(decoding: rest, as: UTF8.self)
    }
}
