import PassDomain
import Testing

@Suite("Namespace names")
struct NamespaceNameTests {
    @Test(
        "Names of 1 to 63 lower-case letters, digits and hyphens, of which none is first, are good",
        arguments: ["a", "0", "ci-7", "a-", String(repeating: "a", count: 63)])
    func good(_ text: String) {
        #expect(NamespaceName(text)?.rawValue == text)
    }

    @Test(
        "Everything else is none",
        arguments: ["", "-a", "A", "a_b", "a.b", "ä", "a/b", String(repeating: "a", count: 64)])
    func bad(_ text: String) {
        #expect(NamespaceName(text) == nil)
    }
}
