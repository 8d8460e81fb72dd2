/// A script in a page, with the hash by which the page's policy allows this script and no other.
package struct PageScript: Sendable, Hashable {
    /// The text between the tags; it contains no `<`, so it can't end the element.
    package let text: String
    /// The base64 of the SHA-256 of the text.
    package let hash: String
    /// Whether the script sends requests to the page's own host.
    package let connects: Bool

    /// Creates a script from its text and the text's hash.
    ///
    /// - Precondition: `text` contains no `<`.
    package init(_ text: String, hash: String, connects: Bool = false) {
        precondition(!text.utf8.contains(UInt8(ascii: "<")), "a script with a tag in it")
        self.text = text
        self.hash = hash
        self.connects = connects
    }

    /// The script that posts the page's first form.
    package static let submit = PageScript(
        "document.forms[0].submit()", hash: "ePniVEkSivX/c7XWBGafqh8tSpiRrKiqYeqbG7N1TOE=")

    /// The script that tells the page around a hidden frame that a login without a form is over, with or without a
    /// user.
    package static let passiveAuthenticationComplete = PageScript(
        #"parent.postMessage("PASSIVE_AUTHN_COMPLETE", "*")"#, hash: "/G4XcErY4n0vt4pSpxeUnH14CLLJdh9zualp3uSAaFo=")

    /// The script that tells the page that opened or frames this one that a login is over.
    package static let loginComplete = PageScript(
        #"(window.opener || parent).postMessage("LOGIN_COMPLETE", "*")"#,
        hash: "EarwFbO1MseW/l65sPp4F0OnXPsSar0fG5++VphCU/8=")

    /// The script that tells the page that opened or frames this one that a logout is over.
    package static let logoutComplete = PageScript(
        #"(window.opener || parent).postMessage("LOGOUT_COMPLETE", "*")"#,
        hash: "DpYP5j5TvS36we5IYx3Crj0LZ0ektnZg3zAXS1YjYn0=")

    /// The script that tells the page that opened or frames this one that the storage proxy is loaded.
    package static let proxyLoaded = PageScript(
        #"(window.opener || parent).postMessage("PROXY_LOADED", "*")"#,
        hash: "npdqYTIOiBXqMvcpVsL2+5+1r74G1YMYVlSiEzgnDlQ=")

    /// Every script above.
    package static let all = [submit, passiveAuthenticationComplete, loginComplete, logoutComplete, proxyLoaded]

    /// The directives for the script in the page's Content-Security-Policy.
    var policy: String {
        "script-src 'sha256-\(hash)'; " + (connects ? "connect-src 'self'; " : "")
    }
}
