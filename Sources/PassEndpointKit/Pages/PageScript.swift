/// A script that a page may hold, with the hash by which the page's policy allows it and nothing else.
package struct PageScript: Sendable {
    /// What stands between the tags; it holds no `</`.
    package let text: StaticString
    /// Base64 of the SHA-256 of `text`.
    package let hash: String

    /// Posts the page's first form.
    package static let submitFirstForm = PageScript(
        text: "document.forms[0].submit()", hash: "ePniVEkSivX/c7XWBGafqh8tSpiRrKiqYeqbG7N1TOE=")

    /// Tells the page around a hidden frame that a login without a form is over, with or without a user.
    package static let passiveAuthenticationComplete = PageScript(
        text: #"parent.postMessage("PASSIVE_AUTHN_COMPLETE", "*")"#,
        hash: "/G4XcErY4n0vt4pSpxeUnH14CLLJdh9zualp3uSAaFo=")

    /// Tells the page that opened this one, or frames it, that a login is over.
    package static let loginComplete = PageScript(
        text: #"(window.opener || parent).postMessage("LOGIN_COMPLETE", "*")"#,
        hash: "EarwFbO1MseW/l65sPp4F0OnXPsSar0fG5++VphCU/8=")

    /// The same for a logout.
    package static let logoutComplete = PageScript(
        text: #"(window.opener || parent).postMessage("LOGOUT_COMPLETE", "*")"#,
        hash: "DpYP5j5TvS36we5IYx3Crj0LZ0ektnZg3zAXS1YjYn0=")

    /// Tells the page around it that the storage proxy is there.
    package static let proxyLoaded = PageScript(
        text: #"(window.opener || parent).postMessage("PROXY_LOADED", "*")"#,
        hash: "npdqYTIOiBXqMvcpVsL2+5+1r74G1YMYVlSiEzgnDlQ=")

    package static let all = [
        submitFirstForm, passiveAuthenticationComplete, loginComplete, logoutComplete, proxyLoaded,
    ]
}
