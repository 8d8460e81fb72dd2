import PassHTTP
import Testing

@Suite("Header fields with a scheme and credentials")
struct HTTPCredentialsTests {
    @Test(
        "The text behind the scheme is found, in any case and behind any number of spaces",
        arguments: [
            ("Bearer abc", "abc"), ("bEARER   abc", "abc"), (" Bearer abc", "abc"), ("Bearer a b", "a b"),
            ("Bearer", ""), ("Bearer  ", ""),
        ])
    func text(_ field: String, _ text: String) {
        #expect(HTTPCredentials.text(of: field, after: "bearer") == text)
    }

    @Test(
        "Another scheme has no text",
        arguments: ["", "Basic abc", "Bearers abc", "Bearer=abc", "Bea", "Bearer\tabc"])
    func otherScheme(_ field: String) {
        #expect(HTTPCredentials.text(of: field, after: "bearer") == nil)
    }
}
