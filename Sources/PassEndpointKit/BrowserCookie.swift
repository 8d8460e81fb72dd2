package import PassHTTP

/// A cookie with the attributes that the transport and the browser of a request allow.
package enum BrowserCookie {
    /// Makes a cookie that has `Secure` and `SameSite=None` only where they help.
    ///
    /// Both attributes are set only over TLS. `SameSite=None` is set only for Chrome from version 80 on, except 82:
    /// other browsers misread it or don't need it (Adobe, "Cookies and tokens").
    ///
    /// The cookie states no expiry and ends with the browser's session. A record of the World says how long the
    /// cookie's value is valid, by the World's clock, which browsers don't know.
    package static func make(
        _ name: String, _ value: String, path: String, _ exchange: Exchange, isHTTPOnly: Bool
    ) -> SetCookie {
        var cookie = SetCookie(name: name, value: value, path: path, isHTTPOnly: isHTTPOnly)
        if exchange.links.isSecure {
            cookie.isSecure = true
            if understandsNone(exchange.header(.userAgent) ?? "") { cookie.sameSite = SetCookie.SameSite.none }
        }
        return cookie
    }

    private static func understandsNone(_ userAgent: String) -> Bool {
        guard let mark = userAgent.firstRange(of: "Chrome/"),
            let version = Int(userAgent[mark.upperBound...].prefix { $0.isNumber })
        else { return false }
        return version >= 80 && version != 82
    }
}
