/// A script that a page holds, with the hash by which the page's policy allows it and no other.
package struct PageScript: Sendable, Hashable {
    /// What stands between the tags; it holds no `<`, so that it can't end the element.
    package let text: String
    /// Base64 of the SHA-256 of the text.
    package let hash: String
    /// Whether it asks the page's own host for something.
    package let connects: Bool

    /// - Precondition: `text` holds no `<`.
    package init(_ text: String, hash: String, connects: Bool = false) {
        precondition(!text.utf8.contains(UInt8(ascii: "<")), "a script with a tag in it")
        self.text = text
        self.hash = hash
        self.connects = connects
    }

    /// Posts the page's first form.
    package static let submit = PageScript(
        "document.forms[0].submit()", hash: "ePniVEkSivX/c7XWBGafqh8tSpiRrKiqYeqbG7N1TOE=")

    /// Tells the page around a hidden frame that a login without a form is over, with or without a user.
    package static let passiveAuthenticationComplete = PageScript(
        #"parent.postMessage("PASSIVE_AUTHN_COMPLETE", "*")"#, hash: "/G4XcErY4n0vt4pSpxeUnH14CLLJdh9zualp3uSAaFo=")

    /// Tells the page that opened this one, or frames it, that a login is over.
    package static let loginComplete = PageScript(
        #"(window.opener || parent).postMessage("LOGIN_COMPLETE", "*")"#,
        hash: "EarwFbO1MseW/l65sPp4F0OnXPsSar0fG5++VphCU/8=")

    /// The same for a logout.
    package static let logoutComplete = PageScript(
        #"(window.opener || parent).postMessage("LOGOUT_COMPLETE", "*")"#,
        hash: "DpYP5j5TvS36we5IYx3Crj0LZ0ektnZg3zAXS1YjYn0=")

    /// Tells the page around it that the storage proxy is there.
    package static let proxyLoaded = PageScript(
        #"(window.opener || parent).postMessage("PROXY_LOADED", "*")"#,
        hash: "npdqYTIOiBXqMvcpVsL2+5+1r74G1YMYVlSiEzgnDlQ=")

    package static let all = [submit, passiveAuthenticationComplete, loginComplete, logoutComplete, proxyLoaded]

    /// What the page's Content-Security-Policy says of it.
    var policy: String {
        "script-src 'sha256-\(hash)'; " + (connects ? "connect-src 'self'; " : "")
    }
}
