import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassRESTv1
import PassTestSupport
import Testing

@Suite("Failures of REST API v1")
struct RESTv1FailureTableTests {
    /// What the family's table makes of a failure, in the format of the path.
    private func answer(_ failure: EntitlementFailure, format: String) throws -> HTTPResponse {
        let world = try TestWorld(RESTv1Family())
        let endpoint = try #require(RESTv1Family().endpoints.first)
        let links = Links(
            scheme: .http, authority: HTTPAuthority(host: "localhost", port: nil), namespace: NamespaceAddress(),
            hostKind: .direct)
        let exchange = Exchange(
            request: .get("/"), world: world.world, links: links, now: world.clock.now(), captures: Captures(),
            parameters: Parameters([("format", format)]))
        return try endpoint.failures.response(to: failure, in: exchange)
    }

    @Test(
        "Each failure has its documented status and message",
        arguments: [
            (.missingParameter("mvpd"), .badRequest, "Required String parameter 'mvpd' is not present"),
            (.missingDevice, .badRequest, "Required String parameter 'deviceId' is not present"),
            (.clientTooOld, .gone, "API version too old. Please update your application."),
            (.sessionNotFound, .notFound, "Not Found"), (.sessionWithoutUser, .forbidden, "Forbidden"),
            (.invalidProof(.expired), .forbidden, "Authentication token expired"),
            (.invalidProof(.revoked), .forbidden, "User not Authenticated"),
            (.deviceMismatch(.authentication), .forbidden, "User not Authenticated"),
            (.requestorUnproven, .unauthorized, "Not Authorized"),
            (.storeFull, .serviceUnavailable, "Back-end server is at capacity"),
        ] as [(EntitlementFailure, HTTPStatus, String)])
    func messages(_ failure: EntitlementFailure, _ status: HTTPStatus, _ message: String) throws {
        let response = try answer(failure, format: "json")
        #expect(response.status == status)
        #expect(response.text == #"{"status":\#(status.code),"message":"\#(message)","details":null}"#)
    }

    @Test("XML has the same members, details only where there are some, and is escaped")
    func xml() throws {
        let head = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#
        #expect(
            try answer(.loginRefused("Wrong <name> & password"), format: "xml").text
                == head + "<error><status>403</status><message>Forbidden</message>"
                + "<details>Wrong &lt;name&gt; &amp; password</details></error>")
        #expect(
            try answer(.sessionNotFound, format: "xml").text
                == head + "<error><status>404</status><message>Not found</message></error>")
    }
}
