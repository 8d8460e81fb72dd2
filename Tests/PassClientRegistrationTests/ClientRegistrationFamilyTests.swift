import PassClientRegistration
import PassDomain
import PassHTTP
import PassTestSupport
import Testing

@Suite("The family of dynamic client registration")
struct ClientRegistrationFamilyTests {
    private let check = FamilyCheck(ClientRegistrationFamily())

    @Test("Every path is below /o/client/") func paths() { #expect(check.misplaced(under: "/o/client/").isEmpty) }

    @Test("Where the World requires TLS, every operation needs it")
    func insecure() throws {
        #expect(check.secretCount == 2)
        #expect(
            try check.insecure(in: TestWorld(ClientRegistrationFamily()) { $0.requiresTLS = true }, .badRequest) == [])
    }
}
