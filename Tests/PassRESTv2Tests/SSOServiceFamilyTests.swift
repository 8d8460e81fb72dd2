import PassDomain
import PassHTTP
import PassRESTv2
import PassTestSupport
import Testing

@Suite("The family of the SSO Service")
struct SSOServiceFamilyTests {
    private let check = FamilyCheck(SSOServiceFamily())

    @Test("Every path names the service provider") func paths() {
        #expect(check.misplaced(under: "/api/{serviceProvider}/").isEmpty)
    }

    @Test("Where the World requires TLS, every operation needs it")
    func insecure() throws {
        #expect(check.secretCount == 5)
        #expect(try check.insecure(in: TestWorld(SSOServiceFamily()) { $0.requiresTLS = true }, .unauthorized) == [])
    }
}
