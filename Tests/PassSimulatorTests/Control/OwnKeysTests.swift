import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Namespaces with keys of their own", .eachStore)
struct OwnKeysTests {
    private let site: TestSite

    init() throws {
        site = try TestSite()
        try #require(site.control(.put, "namespaces/mine", #"{"keys": "own"}"#).status == .created)
    }

    private func namespace(_ name: String) -> TestSite {
        var other = site
        other.prefix = "/_ns/\(name)"
        return other
    }

    private func keys(_ name: String) -> String? {
        site.control(.get, "namespaces/\(name)").json["keys"]?.stringValue
    }

    /// The fingerprints of the keys that a namespace serves.
    private func fingerprints(_ site: TestSite) -> [String] {
        site.control(.get, "keys").json["keys"]?.arrayValue?.compactMap { $0["sha256"]?.stringValue } ?? []
    }

    private func mediaToken(_ site: TestSite) throws -> String {
        let order = #"{"kind": "media", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "resource": "TEST_RESOURCE"}"#
        return try #require(site.control(.post, "tokens/mint", order).json["token"]?.stringValue)
    }

    private func verdict(_ token: String, _ site: TestSite) -> String? {
        let content = String(decoding: JSONWriter.object { $0.member("token", token) }, as: UTF8.self)
        return site.control(.post, "tokens/verify", content).json["status"]?.stringValue
    }

    @Test("A media token is valid only in its own namespace; those of shared keys are valid in each other's")
    func mediaTokens() throws {
        let (mine, other) = (namespace("mine"), namespace("other"))
        #expect(try verdict(mediaToken(mine), mine) == "VALID_TOKEN")
        #expect(try verdict(mediaToken(mine), other) == "INVALID_SIGNATURE")
        #expect(try verdict(mediaToken(site), mine) == "INVALID_SIGNATURE")
        #expect(try verdict(mediaToken(site), other) == "VALID_TOKEN")
        #expect(keys("mine") == "own" && keys("other") == "shared" && keys("default") == "shared")
    }

    @Test(
        "A login through the MVPD, its tokens and its access tokens work in the namespace, and in no other"
    )
    func flow() throws {
        let mine = namespace("mine")
        for mvpd in ["Adobe", "OAuthTV"] {
            var client = NativeClient(site: mine)
            client.mvpd = mvpd
            let token = try client.login()
            #expect(try client.canWatch(token), "\(mvpd)")
            #expect(NativeClient(site: site).authorize(token).text.hasPrefix("<pendingLogout"), "\(mvpd)")
        }
        var app = try RESTv2App(mine)
        #expect(app.get("configuration").status == .ok)
        app.site = site
        #expect(app.get("configuration").status == .unauthorized)
    }

    @Test("The keys, the key set and the MVPDs' key sets are the namespace's own")
    func published() throws {
        let mine = namespace("mine")
        let (own, shared) = (fingerprints(mine), fingerprints(site))
        #expect(own.count == 3 && shared.count == 3 && Set(own).isDisjoint(with: shared))
        #expect(fingerprints(namespace("other")) == shared)
        for path in ["jwks.json", "mvpd/OAuthTV/jwks", "keys/token.pem", "keys/saml.crt", "keys/device.der"] {
            let (one, two) = (mine.control(.get, path), site.control(.get, path))
            #expect(one.status == .ok && one.body != two.body, "\(path)")
            #expect(mine.control(.get, path).body == one.body, "\(path)")
        }
        #expect(mine.control(.get, "jwks.json").json["keys"]?.arrayValue?.count == 2)
    }

    @Test("The journal verifies the namespace's tokens with the namespace's keys")
    func journal() throws {
        let mine = namespace("mine")
        let client = NativeClient(site: mine)
        let answer = client.authorize(try client.login())
        let id = try #require(answer.fields["X-Pass-Simulator-Exchange"])
        let decoded = mine.control(.get, "exchanges/\(id)").text
        #expect(decoded.contains("valid") && !decoded.contains("badSignature"), "\(decoded)")
    }

    @Test("A reset and a changed setting keep the keys; a new state without keys and a removal discard them")
    func kept() throws {
        let mine = namespace("mine")
        let own = fingerprints(mine)
        #expect(mine.control(.post, "reset").status == .noContent && fingerprints(mine) == own)
        #expect(mine.control(.patch, "clock", #"{"frozen": true}"#).status == .ok && fingerprints(mine) == own)
        #expect(mine.control(.patch, "state/mvpds/Adobe", #"{"name": "Other"}"#).status == .ok)
        #expect(try fingerprints(mine) == own && verdict(mediaToken(mine), mine) == "VALID_TOKEN")
        #expect(site.control(.put, "namespaces/mine", #"{"keys": "own"}"#).status == .ok)
        #expect(Set(fingerprints(mine)).isDisjoint(with: own) && keys("mine") == "own")
        #expect(site.control(.put, "namespaces/mine").status == .ok && keys("mine") == "shared")
        #expect(site.control(.put, "namespaces/mine", #"{"keys": "own"}"#).status == .ok)
        #expect(site.control(.delete, "namespaces/mine").status == .noContent)
        #expect(fingerprints(mine) == fingerprints(site))
    }

    @Test("The default namespace can have its own keys too, until it is removed")
    func standard() throws {
        let shared = fingerprints(site)
        #expect(site.control(.put, "namespaces/default", #"{"keys": "own"}"#).status == .ok)
        #expect(fingerprints(site) != shared && keys("default") == "own")
        #expect(site.control(.delete, "namespaces/default").status == .noContent)
        #expect(fingerprints(site) == shared && keys("default") == "shared")
    }

    @Test(
        "A copy has the keys of the original unless the request says otherwise",
        arguments: [("", true, "own"), (#", "keys": "own""#, false, "own"), (#", "keys": "shared""#, false, "shared")])
    func copies(_ order: String, _ isSame: Bool, _ said: String) throws {
        let client = NativeClient(site: namespace("mine"))
        let token = try client.login()
        #expect(site.control(.put, "namespaces/copy", #"{"copyOf": "mine"\#(order)}"#).status == .created)
        let copy = namespace("copy")
        #expect((fingerprints(copy) == fingerprints(namespace("mine"))) == isSame && keys("copy") == said)
        #expect(NativeClient(site: copy).authorize(token).text.contains("authzToken") == isSame)
    }

    @Test("Settings and keys can be combined")
    func settings() throws {
        let order = #"{"keys": "own", "configuration": {"ttl": {"mediaSeconds": 60}}}"#
        #expect(site.control(.put, "namespaces/set", order).status == .created)
        #expect(try keys("set") == "own" && verdict(mediaToken(namespace("set")), site) == "INVALID_SIGNATURE")
        let bad = site.control(.put, "namespaces/bad", #"{"keys": "own", "configuration": {"tll": {}}}"#)
        #expect(bad.status == .badRequest && site.control(.get, "namespaces/bad").status == .notFound)
    }

    @Test("A snapshot contains only fingerprints, and is restored with its tokens only where the keys are")
    func snapshots() throws {
        let mine = namespace("mine")
        let client = NativeClient(site: mine)
        let token = try client.login()
        let file = mine.control(.get, "snapshot")
        #expect(!file.text.contains("PRIVATE") && file.json["keys"]?["token"]?.stringValue == fingerprints(mine).first)
        #expect(mine.control(.put, "snapshot", file.text).status == .ok && keys("mine") == "own")
        #expect(client.authorize(token).text.contains("authzToken"))
        let other = namespace("other")
        let refusal = other.control(.put, "snapshot", file.text)
        #expect(refusal.status == .conflict && refusal.text.contains("device, saml, sealing, token"))
        let restored = other.control(.put, "snapshot?keys=any", file.text)
        #expect(restored.json["otherKeys"]?.arrayValue?.count == 4 && restored.json["keys"] == .string("shared"))
        #expect(NativeClient(site: other).authorize(token).text.hasPrefix("<pendingLogout"))
    }
}
