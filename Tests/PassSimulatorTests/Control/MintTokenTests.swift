import PassCore
import PassDomain
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Minting of tokens", .eachStore)
struct MintTokenTests {
    private func mint(_ site: TestSite, _ content: String) throws -> String {
        let answer = site.control(.post, "tokens/mint", "{\(content)}")
        try #require(answer.status == .ok, "\(answer.text)")
        return try #require(answer.json["token"]?.stringValue)
    }

    private let authN = #""kind": "authn", "requestor": "TEST_REQUESTOR", "user": "user", "device": "c0ffee""#
    private let authZ =
        #""kind": "authz", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "resource": "TEST_RESOURCE", "device": "c0ffee""#
    private let media =
        #""kind": "media", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "resource": "TEST_RESOURCE""#

    @Test("A valid authN token leads to a media token that is accepted", arguments: ["Adobe", "OAuthTV", "TownCable"])
    func authNToken(_ mvpd: String) throws {
        var client = NativeClient(site: try TestSite())
        client.mvpd = mvpd
        #expect(try client.canWatch(try mint(client.site, #"\#(authN), "mvpd": "\#(mvpd)""#)))
    }

    @Test(
        "An authN token that has expired, was forged or belongs to another device is refused as documented",
        arguments: [
            ("expired", "<pendingLogout"), ("foreignKey", "<pendingLogout"), ("badSignature", "<pendingLogout"),
            ("otherDevice", "<pendingLogout"),
        ])
    func badAuthNToken(_ state: String, _ answer: String) throws {
        let client = NativeClient(site: try TestSite())
        let token = try mint(client.site, #"\#(authN), "mvpd": "Adobe", "state": "\#(state)""#)
        #expect(client.authorize(token).text.hasPrefix(answer), "\(client.authorize(token).text)")
    }

    @Test("A valid authZ token gives a media token; an invalid one doesn't")
    func authZToken() throws {
        let client = NativeClient(site: try TestSite())
        let good = client.mediaToken(try mint(client.site, authZ))
        #expect(good.status == .ok && good.text.hasPrefix("<signatureInfo>"), "\(good.text)")
        for state in ["expired", "foreignKey", "badSignature", "otherDevice"] {
            let bad = client.mediaToken(try mint(client.site, #"\#(authZ), "state": "\#(state)""#))
            #expect(!bad.text.hasPrefix("<signatureInfo>"), "\(state)")
        }
    }

    @Test(
        "A media token is accepted once, or refused for its defect",
        arguments: [
            ("valid", "VALID_TOKEN"), ("expired", "TOKEN_EXPIRED"), ("foreignKey", "INVALID_SIGNATURE"),
            ("badSignature", "INVALID_SIGNATURE"),
        ])
    func mediaToken(_ state: String, _ verdict: String) throws {
        let site = try TestSite()
        let token = try mint(site, #"\#(media), "state": "\#(state)""#)
        func verify() -> String? {
            let content = String(decoding: JSONWriter.object { $0.member("token", token) }, as: UTF8.self)
            return site.control(.post, "tokens/verify", content).json["status"]?.stringValue
        }
        #expect(verify() == verdict)
        if state == "valid" { #expect(verify() == "TOKEN_ALREADY_USED") }
    }

    @Test(
        "An access token gives its client access to REST API v2, or is refused",
        arguments: [
            ("valid", true), ("expired", false), ("foreignKey", false), ("badSignature", false),
        ])
    func accessToken(_ state: String, _ isAccepted: Bool) throws {
        let site = try TestSite { $0.unknownClients = .refuse }
        var app = try RESTv2App(site)
        app.bearer = try mint(site, #""kind": "access", "requestor": "TEST_REQUESTOR", "state": "\#(state)""#)
        #expect(app.get("configuration").status == (isAccepted ? .ok : .unauthorized))
        let client = try #require(try site.state("clients").first { $0["name"] == .string("Minted") }?["id"])
        let content = #""kind": "access", "requestor": "TEST_REQUESTOR", "client": "\#(client.stringValue ?? "")""#
        app.bearer = try mint(site, content)
        #expect(app.get("configuration").status == .ok)
    }

    @Test("A token has the requested issue time and TTL, and the answer states them")
    func times() throws {
        let site = try TestSite()
        let content = #"{\#(authN), "mvpd": "Adobe", "issued": "2031-05-14T07:59:30Z", "ttlSeconds": 60}"#
        let answer = site.control(.post, "tokens/mint", content).json
        #expect(answer["issued"] == .string("2031-05-14T07:59:30.000Z"))
        #expect(answer["expires"] == .string("2031-05-14T08:00:30.000Z"))
        #expect(answer["kind"] == .string("authn") && answer["state"] == .string("valid"))
        let client = NativeClient(site: site)
        let token = try #require(answer["token"]?.stringValue)
        #expect(client.authorize(token).element("authzToken") != nil)
        site.clock?.advance(by: .seconds(30))
        #expect(client.authorize(token).text.hasPrefix("<pendingLogout"))
        #expect(answer["login"]?.stringValue?.isEmpty == false)
    }

    @Test("A browser's token may be bound to no device")
    func web() throws {
        let site = try TestSite()
        let content = #""kind": "authn", "requestor": "REF30", "mvpd": "Adobe", "user": "user", "web": true"#
        let form = [
            ("resource_id", "TEST_RESOURCE"), ("requestor_id", "REF30"), ("mso_id", "Adobe"),
            ("authentication_token", try mint(site, content)),
        ]
        #expect(site.post("/adobe-services/authorize", form).element("authzToken") != nil)
    }

    @Test(
        "Wrong content is refused with a sentence that names the member",
        arguments: [
            ("", 400, "kind is missing."), (#""kind": "autn""#, 400, "kind isn't one of authn, authz, media, access"),
            (#""kind": "authn", "state": "stale""#, 400, "state isn't one of valid, expired, foreignKey"),
            (#""kind": "authn", "resource": "x""#, 400, "resource doesn't apply to the kind authn."),
            (#""kind": "access", "mvpd": "x""#, 400, "mvpd doesn't apply to the kind access."),
            (#""kind": "authn", "usr": "x""#, 400, "usr is unknown; the nearest one is user."),
            (#""kind": "authn""#, 400, "requestor is missing."),
            (#""kind": "authn", "requestor": "REF30""#, 400, "mvpd is missing."),
            (#""kind": "authn", "requestor": "REF30", "mvpd": "Adobe""#, 400, "user is missing."),
            (
                #""kind": "authn", "requestor": "REF30", "mvpd": "Adobe", "user": "user""#, 400,
                "device is required unless web is true."
            ),
            (
                #""kind": "media", "requestor": "REF30", "mvpd": "Adobe", "resource": "x", "state": "otherDevice""#,
                400,
                "state can't be otherDevice for this kind."
            ),
            (
                #""kind": "media", "requestor": "REF30", "mvpd": "Adobe", "resource": "a\nb""#, 400,
                "resource is neither an identifier nor MRSS."
            ),
            (
                #""kind": "access", "requestor": "REF30", "issued": "2031-05-14T08:00:01Z""#, 400,
                "issued is in the future."
            ),
            (
                #""kind": "access", "requestor": "REF30", "issued": "2031-05-14T07:00:00Z", "ttlSeconds": 60"#, 400,
                "state is valid, but issued and ttlSeconds make a token that has expired."
            ),
            (
                #""kind": "access", "requestor": "REF30", "issued": "2031-05-14T08:00:00Z", "state": "expired""#, 400,
                "state is expired, but issued and ttlSeconds make a token that isn't."
            ),
            (
                #""kind": "authn", "requestor": "REF30", "mvpd": "Adobe", "user": "usr", "device": "x""#, 404,
                "The MVPD doesn't know the user; the nearest one is user."
            ),
        ])
    func badContent(_ content: String, _ status: Int, _ sentence: String) throws {
        let answer = try TestSite().control(.post, "tokens/mint", "{\(content)}")
        #expect(answer.status.code == status)
        #expect(answer.json["detail"]?.stringValue?.hasPrefix(sentence) == true, "\(answer.text)")
    }
}
