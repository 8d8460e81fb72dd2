import PassDomain
import Testing

@Suite("Namespace names")
struct NamespaceNameTests {
    @Test(
        "A name has 1 to 63 lower-case letters, digits and hyphens, and doesn't begin with a hyphen",
        arguments: ["a", "0", "ci-7", "a-", String(repeating: "a", count: 63)])
    func good(_ text: String) {
        #expect(NamespaceName(text)?.rawValue == text)
    }

    @Test(
        "Any other text isn't a name",
        arguments: ["", "-a", "A", "a_b", "a.b", "ä", "a/b", String(repeating: "a", count: 64)])
    func bad(_ text: String) {
        #expect(NamespaceName(text) == nil)
    }
}
