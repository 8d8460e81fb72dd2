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

    /// What the page's Content-Security-Policy says of it.
    var policy: String {
        "script-src 'sha256-\(hash)'; " + (connects ? "connect-src 'self'; " : "")
    }
}
