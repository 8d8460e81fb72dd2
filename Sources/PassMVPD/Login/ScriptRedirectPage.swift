import PassCore
import PassCrypto
import PassEndpointKit
import PassHTTP

/// A page whose script goes to another address, `window.location = '…'`; some MVPDs show one before their login page.
///
/// Browsers without script show a link.
struct ScriptRedirectPage {
    let url: String
    let brand: Brand

    func response() -> HTTPResponse {
        let url = Self.harmless(url)
        let script = "window.location = '\(url)'"
        let hash = Base64.encode(Digest.sha256(script.utf8))
        return Page(title: "One moment", brand: brand, script: PageScript(script, hash: hash)) { html in
            html.element("h1", "One moment")
            html.markup("\n<p>You are being taken to the sign-in page.</p>\n")
            html.element("noscript") { $0.element("a", [("class", "button"), ("href", url)], "Continue") }
        }.response()
    }

    /// Returns the URL with every character escaped that could end the script's string or the script.
    private static func harmless(_ url: String) -> String {
        var bytes: [UInt8] = []
        for byte in url.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "["),
                UInt8(ascii: "]"), UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "%"):
                bytes.append(byte)
            default: PercentEncoding.append(byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
