import PassDomain
import PassEndpointKit
import PassHTTP
import PassTestSupport
import Testing

@testable import PassRESTv2

@Suite("The family of REST API v2")
struct RESTv2FamilyTests {
    private static let family = RESTv2Family(
        partner: PartnerMessages(
            begin: { _, _, _, _ in throw EntitlementFailure.sessionNotFound },
            complete: { _, _, _, _, _ in throw EntitlementFailure.sessionNotFound }),
        login: UserAgentLogin { _, _, _, _ in throw EntitlementFailure.sessionNotFound })
    private let check = FamilyCheck(Self.family)

    @Test("Every path is below /api/v2/, where an unknown path has no content")
    func paths() {
        #expect(check.misplaced(under: "/api/v2/").isEmpty)
        #expect(Self.family.territory?.description == "/api/v2/" && Self.family.manners == .terse)
    }

    @Test("Where the World requires TLS, an operation with secrets refuses the access token, and a page says why")
    func insecure() throws {
        let test = try TestWorld(Self.family) { $0.requiresTLS = true }
        let page = try test.answer(HTTPRequest(target: "/api/v2/authenticate/REF30/A"))
        #expect(page.status == .badRequest && page.text.contains("Open this page over https."))
        let refused = try test.answer(HTTPRequest(target: "/api/v2/REF30/profiles"))
        #expect(refused.status == .unauthorized && refused.text.contains("invalid_access_token_client_application"))
    }
}
