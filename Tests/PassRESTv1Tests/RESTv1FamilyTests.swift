import PassDomain
import PassHTTP
import PassRESTv1
import PassTestSupport
import Testing

@Suite("The family of REST API v1")
struct RESTv1FamilyTests {
    private let check = FamilyCheck(RESTv1Family())

    @Test("Every path is one of the registration codes") func paths() {
        #expect(check.misplaced(under: "/reggie/v1").isEmpty)
    }

    @Test("Where the World requires TLS, every operation needs it")
    func insecure() throws {
        #expect(check.secretCount == 3)
        #expect(try check.insecure(in: TestWorld(RESTv1Family()) { $0.requiresTLS = true }, .forbidden) == [])
    }
}
