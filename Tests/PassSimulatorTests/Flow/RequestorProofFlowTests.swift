import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import PassTestSupport
import Testing

@testable import PassSimulator

@Suite("Proof of the requestor", .eachStore)
struct RequestorProofFlowTests {
    private static let native = ["sessionDevice", "authorizeDevice", "deviceShortAuthorize", "getMetadataDevice"]
    private static let web = ["session", "authorize", "shortAuthorize", "getMetadata"]

    private func site(_ change: (inout Configuration) -> Void = { _ in }) throws -> TestSite {
        try TestSite {
            $0.requestorProof = .strict
            change(&$0)
        }
    }

    private static func proof(_ name: String) throws -> String {
        String(decoding: try Fixture.bytes("RequestorProofs/\(name).txt"), as: UTF8.self)
    }

    /// Any of the calls, complete but for its tokens.
    private func call(
        _ site: TestSite, _ operation: String, requestor: String = "TEST_REQUESTOR", signature: String? = nil,
        device: String? = "c0ffee"
    ) -> HTTPResponse {
        site.post(
            "/adobe-services/1.0/\(operation)",
            [
                ("requestor_id", requestor), ("requestor", requestor), ("mso_id", "Adobe"), ("session_guid", "any"),
                ("resource_id", "TEST_RESOURCE"), ("authentication_token", "x"), ("authz_token", "x"), ("authn", "x"),
            ] + (device.map { [("device_id", $0)] } ?? []) + (signature.map { [("signed_requestor_id", $0)] } ?? []))
    }

    @Test(
        "Under the strict setting a native call without proof is 403, and so is one with an invalid signature",
        arguments: native)
    func unproven(_ operation: String) throws {
        let site = try site()
        let foreign = try Self.proof("1024-sha256")
        for signature in [nil, "", "c2ln", foreign, "\0", String(repeating: "A", count: 100_000)] {
            let answer = call(site, operation, signature: signature)
            #expect(
                answer.status == .forbidden && answer.text.contains("signed_requestor_id"), "\(signature ?? "none")")
        }
        let twice = site.post(
            "/adobe-services/\(operation)?requestor_id=TEST_REQUESTOR&signed_requestor_id=a",
            [("signed_requestor_id", try Self.proof("demo-sha256"))])
        #expect(twice.status == .forbidden)
    }

    @Test("A signature of any of the three forms, or an access token, proves a native call", arguments: native)
    func proven(_ operation: String) throws {
        var site = try site()
        for form in ["sha256", "sha1", "raw"] {
            let answer = call(site, operation, signature: try Self.proof("demo-\(form)"))
            #expect(answer.status != .forbidden, "\(form): \(answer.text)")
        }
        site.fields = [.authorization: "Bearer \(try site.registeredClient().bearer)"]
        #expect(call(site, operation).status != .forbidden)
        #expect(call(site, operation, signature: "c2ln").status != .forbidden)
    }

    @Test("By default no proof is required, and a constant signature is accepted", arguments: native)
    func lenient(_ operation: String) throws {
        let site = try TestSite()
        for signature in [nil, "constant", "\0"] {
            #expect(call(site, operation, signature: signature).status != .forbidden)
        }
    }

    @Test("Web calls need no proof", arguments: web)
    func webCalls(_ operation: String) throws {
        for device in [nil, ""] { #expect(call(try site(), operation, device: device).status != .forbidden) }
    }

    @Test(
        "A call that names its device as native clients do is a native one on any path",
        arguments: ["session", "authorize", "shortAuthorize", "preauthorize", "usermetadata"])
    func nativeCallOnWebPath(_ operation: String) throws {
        let site = try site()
        #expect(call(site, operation).status == .forbidden)
        #expect(call(site, operation, signature: try Self.proof("demo-sha256")).status != .forbidden)
        #expect(call(try TestSite(), operation).status != .forbidden)
    }

    @Test(
        "A native token isn't valid on a web path without its device",
        arguments: [Configuration.DeviceBinding.Form.signature, .hash, .plain])
    func nativeTokenOnWebPath(_ form: Configuration.DeviceBinding.Form) throws {
        let site = try site { $0.deviceBinding.form = form }
        var client = NativeClient(site: site)
        client.signature = try Self.proof("demo-sha256")
        let token = try client.login()
        let decision = try #require(client.authorize(token).element("authzToken"))
        let web = WebClient(site: site)
        for answer in [web.authorize(token), web.mediaToken(decision)] {
            // One in clear can't be told from that of a browser.
            #expect((answer.status == HTTPStatus.badRequest) == (form != .plain))
            #expect((answer.element("reason") == "34763") == (form != .plain))
        }
        let login = try WebClient(site: site, deviceID: "0123456789abcdef0123456789abcdef").login()
        #expect(web.authorize(login.token).element("authzToken") != nil)
    }

    @Test("A requestor's own certificates are valid, the second as well as the first, and the demo one no longer")
    func certificates() throws {
        let site = try site {
            $0.requestors["DEMO_NET"]?.certificates = [
                "\(Fixture.directory)/RequestorProofs/1024.pem", "\(Fixture.directory)/RequestorProofs/4096.pem",
            ]
        }
        func status(_ signature: String) -> HTTPStatus {
            call(site, "sessionDevice", requestor: "DEMO_NET", signature: signature).status
        }
        #expect(try status(Self.proof("1024-raw")) == .unauthorized)
        #expect(try status(Self.proof("4096-sha256")) == .unauthorized)
        let demo = try RequestorSigner.sign("DEMO_NET")
        #expect(status(demo) == .forbidden)
        #expect(call(try self.site(), "sessionDevice", requestor: "DEMO_NET", signature: demo).status == .unauthorized)
    }

    @Test("A whole native flow with nothing but signatures")
    func flow() throws {
        var client = NativeClient(site: try site())
        client.signature = try Self.proof("demo-sha256")
        let decision = try #require(client.authorize(try client.login()).element("authzToken"))
        #expect(client.mediaToken(decision).text.contains("<shortAuthorizationToken>"))
        client.signature = nil
        #expect(client.mediaToken(decision).status == .forbidden)
    }

    /// A statement that lists requestors.
    private static let listing = [#"{"alg":"RS256"}"#, #"{"sub":"a","requestors":["DEMO_NET","REF30"]}"#, "signature"]
        .map { Base64.encode(Array($0.utf8), .url) }.joined(separator: ".")

    @Test(
        "Under the strict setting an access token is valid only for its application's requestors",
        arguments: [
            "/adobe-services/config/", "/adobe-services/config?requestor_id=", "/adobe-services/session?requestor_id=",
        ])
    func listed(_ call: String) throws {
        var site = try site()
        site.fields = [.authorization: "Bearer \(try site.registeredClient(statement: Self.listing).bearer)"]
        let foreign = site.get(call + "TEST_REQUESTOR")
        #expect(foreign.status == .unauthorized && foreign.text == #"{"error":"access_denied"}"#)
        #expect(site.get(call + "DEMO_NET").text != foreign.text && site.get(call + "REF30").text != foreign.text)
        var lenient = try TestSite()
        lenient.fields = [.authorization: "Bearer \(try lenient.registeredClient(statement: Self.listing).bearer)"]
        #expect(lenient.get(call + "TEST_REQUESTOR").text != foreign.text)
    }

    @Test("A call is checked for the requestor that it is answered for, whatever else it names")
    func otherName() throws {
        var site = try site()
        let token = try NativeClient(site: try TestSite()).login()
        site.fields = [.authorization: "Bearer \(try site.registeredClient(statement: Self.listing).bearer)"]
        func status(_ requestor: String, _ other: String) -> HTTPStatus {
            site.post(
                "/adobe-services/usermetadata", [("requestor_id", other), ("requestor", requestor), ("authn", token)]
            ).status
        }
        #expect(status("TEST_REQUESTOR", "DEMO_NET") == .unauthorized)
        #expect(status("DEMO_NET", "TEST_REQUESTOR") == .ok)
    }

    @Test("A login whose requestor only its registration code names is bound to that requestor")
    func codeAlone() throws {
        var site = try site()
        let own = try site.registeredClient().bearer
        let foreign = try site.registeredClient(statement: Self.listing).bearer
        site.fields = [.authorization: "Bearer \(own)"]
        let made = site.post("/reggie/v1/TEST_REQUESTOR/regcode", [("deviceId", "c0ffee"), ("format", "json")])
        let code = try #require(JSONValue.parse(made.body)["code"]?.stringValue)
        func begin(_ bearer: String) -> HTTPResponse {
            site.fields = [.authorization: "Bearer \(bearer)"]
            return site.get("/adobe-services/authenticate/saml", [("mso_id", "Adobe"), ("reg_code", code)])
        }
        let refused = begin(foreign)
        #expect(refused.status == .unauthorized && refused.text == #"{"error":"access_denied"}"#)
        #expect(begin(own).text.contains("SAMLRequest"))
    }

    @Test("A registration code is created only for its application's requestors")
    func listedCode() throws {
        var site = try site()
        site.fields = [.authorization: "Bearer \(try site.registeredClient(statement: Self.listing).bearer)"]
        func status(_ requestor: String) -> HTTPStatus {
            site.post("/reggie/v1/\(requestor)/regcode", [("deviceId", "c0ffee")]).status
        }
        #expect(status("TEST_REQUESTOR") == .unauthorized && status("DEMO_NET") == .created)
    }

    @Test("A registration code is deleted only with an access token of one of the requestor's applications")
    func deletion() throws {
        let site = try site()
        let made = site.post("/reggie/v1/TEST_REQUESTOR/regcode", [("deviceId", "c0ffee"), ("format", "json")])
        let code = try #require(JSONValue.parse(made.body)["code"]?.stringValue)
        let bearer = try site.registeredClient().bearer
        func delete(_ path: String, _ fields: HTTPFields = [:]) -> HTTPStatus {
            site.send(site.request(.delete, path, fields)).status
        }
        #expect(delete("/reggie/v1/regcode/\(code)") == .unauthorized)
        #expect(delete("/reggie/v1/TEST_REQUESTOR/regcode/\(code)") == .unauthorized)
        #expect(delete("/reggie/v1/regcode/\(code)", [.authorization: "Bearer \(bearer)"]) == .noContent)
    }

    @Test("A client that is no longer known is 403 invalid_client, and a browser with its token is sent back")
    func revoked() throws {
        let site = try TestSite { $0.unknownClients = .refuse }
        let client = try site.registeredClient()
        let bearer: HTTPFields = [.authorization: "Bearer \(client.bearer)"]
        #expect(site.get("/adobe-services/config/REF30", [], bearer).status == .ok)
        let world = try #require(site.world)
        try world.stores.applications.remove(client.id, now: world.clock.now())
        for answer in [
            site.get("/adobe-services/config/REF30", [], bearer),
            site.post("/adobe-services/authorize?access_token=\(client.bearer)", [("requestor_id", "REF30")]),
        ] {
            #expect(answer.status == .forbidden && answer.text == #"{"error":"invalid_client"}"#)
            #expect(answer.fields[.cacheControl] == "no-store" && answer.fields[.pragma] == "no-cache")
            #expect(answer.fields[.contentType] == "application/json;charset=UTF-8")
        }
        let browser = site.get(
            "/adobe-services/authenticate/saml",
            [
                ("requestor_id", "REF30"), ("mso_id", "Adobe"), ("access_token", client.bearer),
                ("redirect_url", "adobepass://ios.app"),
            ])
        #expect(browser.status == .found && browser.location == "adobepass://ios.app?error=access_denied")
    }
}

/// The owner of `Fixtures/Keys/requestor.pem`.
enum RequestorSigner {
    static func sign(_ requestor: String) throws -> String {
        let key = try RSAPrivateKey(pem: Fixture.bytes("Keys/requestor.pem"))
        return Base64.encode(key.signature(over: Array(requestor.utf8)))
    }
}
