import PassAdmin
import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import PassTestSupport
import Testing

@Suite("Verify media token")
struct VerifyMediaTokenTests {
    private func world(_ policy: (inout Policy) -> Void = { _ in }) throws -> TestWorld {
        let authority = try CertificateAuthority.create(name: "Test", now: Timestamp(seconds: 1_767_225_600))
        return try TestWorld(
            AdminFamily(
                isReady: { true }, authority: authority, keys: [], tokenKeys: [], hosts: [],
                namespaces: TestNamespaces()), policy: policy)
    }

    private func token(_ test: TestWorld) -> String {
        test.world.ports.tokens.seal(
            MediaToken(
                sessionGUID: String(repeating: "0", count: 32), requestor: "REF30", resource: Resource("A"),
                mvpd: "AcmeCable", proxyMVPD: "HubTV", issued: test.clock.now(), timeToLive: .minutes(5)))
    }

    private func form(_ fields: (name: String, value: String)...) -> HTTPRequest {
        .form("/_sim/tokens/verify", FormFields.encode(fields))
    }

    private func json(_ body: JSONValue) -> HTTPRequest {
        .json("/_sim/tokens/verify", String(decoding: JSONWriter.bytes(of: body), as: UTF8.self))
    }

    private func status(_ response: HTTPResponse) throws -> String? {
        #expect(response.status == .ok && response.fields[.cacheControl] == "no-store")
        return try JSONValue.parse(response.body)["status"]?.stringValue
    }

    @Test("A valid token is accepted once, with its contents, however it is sent")
    func valid() throws {
        let requests: [(VerifyMediaTokenTests, String) -> HTTPRequest] = [
            { $0.form(("token", $1), ("resource", "A"), ("requestor", "REF30")) },
            { $0.form(("token", Base64.encode(Array($1.utf8)))) },
            { $0.json(.object(["token": .string($1), "resource": .string("A"), "requestor": .null])) },
        ]
        for request in requests {
            let test = try world()
            let token = token(test)
            let response = try test.answer(request(self, token))
            #expect(try status(response) == "VALID_TOKEN")
            let body = try JSONValue.parse(response.body)
            #expect(body["valid"] == .bool(true))
            #expect(body["requestorID"] == .string("REF30") && body["resourceID"] == .string("A"))
            #expect(body["mvpdID"] == .string("AcmeCable") && body["proxyMVPDID"] == .string("HubTV"))
            #expect(body["timeIssued"] == .integer(test.clock.now().milliseconds))
            #expect(body["expires"] == .integer((test.clock.now() + .minutes(5)).milliseconds))
            let second = try test.answer(request(self, token))
            #expect(try status(second) == "TOKEN_ALREADY_USED")
            #expect(try JSONValue.parse(second.body)["valid"] == .bool(false))
        }
    }

    @Test("Every other verdict has its name")
    func verdicts() throws {
        let test = try world()
        let token = token(test)
        #expect(try status(test.answer(form(("token", token), ("resource", "B")))) == "INVALID_RESOURCE_ID")
        #expect(try status(test.answer(form(("token", token), ("requestor", "B")))) == "INVALID_REQUESTOR_ID")
        #expect(try status(test.answer(form(("token", "x")))) == "INVALID_TOKEN_FORMAT")
        let altered = token.replacing("REF30", with: "REF31")
        #expect(try status(test.answer(form(("token", altered)))) == "INVALID_SIGNATURE")
        test.clock.advance(by: .minutes(5))
        #expect(try status(test.answer(form(("token", token)))) == "TOKEN_EXPIRED")
    }

    @Test("A request without a token, or whose check is empty or isn't text, checks nothing and is refused")
    func refused() throws {
        let test = try world()
        let text = token(test)
        let token = JSONValue.string(text)
        let body = JSONWriter.bytes(of: .object(["token": token]))
        for request in [
            form(), form(("token", "")), form(("token", "x"), ("resource", "")),
            form(("token", "x"), ("requestor", "")),
            form(("token", "x"), ("requestor", "a\u{0}")), json(.object([:])), json(.object(["token": .string("")])),
            json(.object(["token": .integer(1)])), json(.object(["token": token, "resource": .string("")])),
            json(.object(["token": token, "requestor": .integer(1)])), .json("/_sim/tokens/verify", "no JSON"),
            // A misspelt or repeated name would leave out a check, too.
            json(.object(["token": token, "resorce": .string("B")])), form(("token", text), ("resorce", "B")),
            .json("/_sim/tokens/verify", #"{"token": "x", "resource": "A", "resource": "B"}"#),
            .json("/_sim/tokens/verify?resource=B", String(decoding: body, as: UTF8.self)),
        ] {
            let response = try test.answer(request)
            #expect(response.status == .badRequest && response.fields[.contentType] == "application/problem+json")
        }
        #expect(try status(test.answer(json(.object(["token": token])))) == "VALID_TOKEN")
    }

    @Test("Where the World requires TLS, a token isn't accepted over plain HTTP")
    func insecure() throws {
        let test = try world { $0.requiresTLS = true }
        let response = try test.answer(form(("token", token(test))))
        #expect(response.status == .forbidden && response.text.contains("TLS required"))
    }

    @Test("A full store is reported as full, and the token stays valid")
    func storeFull() throws {
        let authority = try CertificateAuthority.create(name: "Test", now: Timestamp(seconds: 1_767_225_600))
        let test = try TestWorld(
            AdminFamily(
                isReady: { true }, authority: authority, keys: [], tokenKeys: [], hosts: [],
                namespaces: TestNamespaces()), capacity: 0)
        let response = try test.answer(form(("token", token(test))))
        #expect(response.status == .serviceUnavailable && response.text.contains("Store full"))
    }
}
