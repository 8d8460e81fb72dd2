import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassMVPD
import PassTestSupport
import Testing

@Suite("Failures at MVPDs")
struct MVPDFailureTableTests {
    @Test(
        "Each failure is a page with its status, or a document where a script asks",
        arguments: [
            (EntitlementFailure.missingParameter("login"), 400, "The parameter login is missing."),
            (
                .malformedParameter("username", reason: "is given twice"), 400,
                "The parameter username is given twice."
            ),
            (.loginRefused("It is too late."), 400, "It is too late."),
            (.insecureTransport, 403, "Open this page over https."),
            (.storeFull, 503, "The simulator can't store more records."),
            (.clientTooOld, 400, "The provider can't answer this request."),
            (.sessionNotFound, 400, "The provider can't answer this request."),
        ])
    func page(_ failure: EntitlementFailure, _ status: Int, _ sentence: String) throws {
        let mvpd = try TestMVPD.make()
        let family = MVPDFamily(samlKey: try TestKey.saml, sealer: Sealer(secret: [UInt8](repeating: 1, count: 32)))
        let exchange = Exchange(
            request: HTTPRequest(target: "/"), world: mvpd.world, links: mvpd.links, now: TestMVPD.start,
            captures: Captures(), parameters: Parameters([]))
        for endpoint in family.endpoints {
            let response = try endpoint.failures.response(to: failure, in: exchange)
            #expect(response.status.code == status)
            let isJSON = endpoint.route.operation == .signInByJSON
            let expected = isJSON ? #"{"status":"INVALID","message":"\#(sentence)"}"# : "<p>\(sentence)</p>"
            #expect(response.text.contains(expected))
        }
    }
}
