import PassDomain
import PassHTTP
import PassMVPD
import PassTestSupport
import Testing

@Suite("The family of OAuth 2.0 MVPDs' endpoints for clients")
struct OAuthFamilyTests {
    private let family: OAuthFamily

    init() throws {
        family = OAuthFamily(samlKey: try TestKey.saml)
    }

    @Test("Every path names the MVPD") func paths() {
        #expect(FamilyCheck(family).misplaced(under: "/_sim/mvpd/{mvpd}/").isEmpty)
    }

    @Test("Where the World requires TLS, every operation with tokens or secrets needs it")
    func insecure() throws {
        #expect(FamilyCheck(family).secretCount == 3)
        #expect(try FamilyCheck(family).insecure(in: TestWorld(family) { $0.requiresTLS = true }, .forbidden) == [])
    }
}
