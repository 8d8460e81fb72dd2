package import PassCore

/// The value of one `Set-Cookie` field (RFC 6265, section 4.1).
package struct SetCookie: Sendable, Hashable {
    package enum SameSite: String, Sendable {
        case lax = "Lax"
        case strict = "Strict"
        case none = "None"
    }

    package var name: String
    package var value: String
    package var path: String?
    package var domain: String?
    /// The lifetime in seconds; zero or less makes the client forget the cookie.
    package var maxAgeSeconds: Int?
    package var expires: Timestamp?
    package var isSecure: Bool
    package var isHTTPOnly: Bool
    package var sameSite: SameSite?

    package init(
        name: String, value: String, path: String? = nil, domain: String? = nil, maxAgeSeconds: Int? = nil,
        expires: Timestamp? = nil, isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite? = nil
    ) {
        self.name = name
        self.value = value
        self.path = path
        self.domain = domain
        self.maxAgeSeconds = maxAgeSeconds
        self.expires = expires
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
    }

    /// The field's value.
    ///
    /// Bytes that aren't allowed in their place are percent-encoded, so that no text can add an attribute.
    package var serialized: String {
        var text = SetCookie.escaped(name, .token) + "=" + SetCookie.escaped(value, .cookieOctet)
        if let expires { text += "; Expires=" + CivilTime.httpDate(expires) }
        if let maxAgeSeconds { text += "; Max-Age=\(maxAgeSeconds)" }
        if let domain { text += "; Domain=" + SetCookie.escaped(domain, .cookieOctet) }
        if let path { text += "; Path=" + SetCookie.escaped(path, .cookieOctet) }
        if isSecure { text += "; Secure" }
        if isHTTPOnly { text += "; HttpOnly" }
        if let sameSite { text += "; SameSite=" + sameSite.rawValue }
        return text
    }

    private static func escaped(_ text: String, _ allowed: ByteClass) -> String {
        if text.consists(of: { allowed.contains($0) }) { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if allowed.contains(byte) { bytes.append(byte) } else { PercentEncoding.append(byte, to: &bytes) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
