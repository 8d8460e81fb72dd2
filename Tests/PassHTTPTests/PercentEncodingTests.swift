import PassCore
import PassHTTP
import Testing

@Suite("Percent-encoding")
struct PercentEncodingTests {
    /// Expected texts made with Python's `urllib.parse.quote(text, safe="")`.
    @Test(
        "Encodes as Python does and decodes what it encoded",
        arguments: [
            ("", ""), ("abcXYZ019-._~", "abcXYZ019-._~"), ("a b&c=d/é", "a%20b%26c%3Dd%2F%C3%A9"),
            ("100%+#?\u{0}\u{7F}", "100%25%2B%23%3F%00%7F"), ("😀", "%F0%9F%98%80"),
        ])
    func encodes(_ plain: String, _ encoded: String) {
        #expect(PercentEncoding.encode(plain) == encoded)
        #expect(PercentEncoding.decode(encoded) == plain)
    }

    @Test("Decodes lower-case digits, and a plus only where it means a space")
    func decodes() {
        #expect(PercentEncoding.decode("%c3%a9+x") == "é+x")
        #expect(PercentEncoding.decode("%c3%a9+x%2B", plusIsSpace: true) == "é x+")
    }

    @Test(
        "Refuses broken escapes and bytes that are not UTF-8",
        arguments: ["%", "%4", "%G0", "%0G", "a%", "%%41", "%FF", "%C3", "%C0%80", "%ED%A0%80", "% 41", "%-1"])
    func refuses(_ text: String) {
        #expect(PercentEncoding.decode(text) == nil)
    }
}
