import PassEndpointKit
import PassHTTP

/// A cookie of the service: of this World's paths only, and with the attributes that its transport allows.
enum ServiceCookie {
    /// `Secure` and `SameSite=None` only over TLS; `None` only for Chrome from 80 on, but for 82: others misread it or don't
    /// need it (Adobe, "Cookies and tokens").
    static func make(_ name: String, _ value: String, _ exchange: Exchange, isHTTPOnly: Bool = false) -> SetCookie {
        var cookie = SetCookie(name: name, value: value)
        cookie.path = exchange.links.cookiePath
        cookie.isHTTPOnly = isHTTPOnly
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
