import PassEndpointKit
import PassHTTP

/// A cookie of the service, sent only to this World's paths.
enum ServiceCookie {
    static func make(_ name: String, _ value: String, _ exchange: Exchange, isHTTPOnly: Bool = false) -> SetCookie {
        BrowserCookie.make(name, value, path: exchange.links.cookiePath, exchange, isHTTPOnly: isHTTPOnly)
    }
}
