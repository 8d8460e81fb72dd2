import PassDomain
import Testing

@Suite("Identifiers")
struct IdentifierTests {
    @Test("Two spellings of one character are two names")
    func bytes() {
        #expect(RequestorID(rawValue: "caf\u{E9}") != RequestorID(rawValue: "cafe\u{301}"))
        #expect(Set([MVPDID(rawValue: "\u{E9}"), MVPDID(rawValue: "e\u{301}")]).count == 2)
        #expect(MVPDID(rawValue: "Adobe") == "Adobe")
    }
}
