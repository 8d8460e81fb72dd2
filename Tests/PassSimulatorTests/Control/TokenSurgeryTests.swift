import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import PassTokens
import Testing

@testable import PassSimulator

@Suite("Tokens with a defect that a rule adds", .eachStore)
struct TokenSurgeryTests {
    private func rule(_ surgery: TokenSurgery) -> String {
        #"{"action": {"token": "\#(surgery.rawValue)"}}"#
    }

    /// What the service says about an authN token that a client presents.
    private func verdict(_ client: NativeClient, _ token: String) -> String {
        client.authorize(token).text
    }

    @Test("An expired authN token is signed and refused; a new one from the same login is accepted")
    func expired() throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        try site.addRule(rule(.expired))
        let token = try client.login()
        let opened = try #require(site.world).ports.tokens.openProfile(token)
        #expect(opened.expires == TestSite.start - .minutes(1) && opened.requestor == "TEST_REQUESTOR")
        #expect(verdict(client, token) == "<pendingLogout reason=\"0\">true</pendingLogout>")
        site.removeRules()
        #expect(verdict(client, try client.login()).contains("<authzToken>"))
    }

    @Test("A token of another device or requestor is signed, and names that one")
    func others() throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        let tokens = try #require(site.world).ports.tokens
        try site.addRule(rule(.otherDevice))
        let device = try client.login()
        #expect(verdict(client, device) == "<pendingLogout reason=\"34764\">true</pendingLogout>")
        #expect(try tokens.openProfile(device).device.isNative)
        site.removeRules()
        try site.addRule(rule(.otherRequestor))
        let requestor = try client.login()
        #expect(try tokens.openProfile(requestor).requestor == "OTHER_REQUESTOR")
    }

    @Test("A token with a wrong signature is otherwise correct")
    func signature() throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        try site.addRule(rule(.wrongSignature))
        let token = try client.login()
        let envelope = try SignedEnvelope(token)
        #expect(!site.keys.token.publicKey.isValid(signature: envelope.signature, over: envelope.element))
        #expect(throws: ProofRefusal.badSignature) { try site.world?.ports.tokens.openProfile(token) }
        #expect(verdict(client, token) == "<pendingLogout reason=\"0\">true</pendingLogout>")
    }

    @Test(
        "A malformed token is refused as such",
        arguments: [TokenSurgery.cutInHalf, .notBase64, .wrongElementName, .extraText])
    func malformed(_ surgery: TokenSurgery) throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        try site.addRule(rule(surgery))
        let token = try client.login()
        #expect(throws: ProofRefusal.self) { try site.world?.ports.tokens.openProfile(token) }
        #expect(verdict(client, token) == "<pendingLogout reason=\"0\">true</pendingLogout>")
        if surgery == .wrongElementName { #expect(token.contains("<xsimpleTokenAuthenticationGuid>")) }
    }

    @Test("A token with an empty element is signed")
    func emptyElement() throws {
        let site = try TestSite()
        try site.addRule(rule(.emptyElement))
        let envelope = try SignedEnvelope(NativeClient(site: site).login())
        #expect(site.keys.token.publicKey.isValid(signature: envelope.signature, over: envelope.element))
        let text = String(decoding: envelope.element, as: UTF8.self)
        #expect(text.contains("<simpleTokenAuthenticationGuid></simpleTokenAuthenticationGuid>"))
    }

    @Test("AuthZ and media tokens get the defect too, in XML, as text and in JSON")
    func laterTokens() throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        let app = try RESTv2App(site)
        try app.login()
        let token = try client.login()
        let tokens = try #require(site.world).ports.tokens
        let authZ = try #require(client.authorize(token).element("authzToken"))
        try site.addRule(rule(.expired))
        let expired = try #require(client.authorize(token).element("authzToken"))
        #expect(try tokens.openDecision(expired).expires == TestSite.start - .minutes(1))
        let media = try tokens.openMediaToken(client.mediaToken(authZ).text)
        #expect(media.expires < TestSite.start && media.timeToLive == .minutes(5))
        let serialized = app.authorize("A").decisions[0]["token"]?["serializedToken"]?.stringValue
        let bytes = try #require(serialized.flatMap { Base64.decode($0) })
        #expect(try tokens.openMediaToken(String(decoding: bytes, as: UTF8.self)).expires < TestSite.start)
    }

    @Test("An access token gets the defect too", arguments: [TokenSurgery.expired, .wrongSignature, .cutInHalf])
    func accessToken(_ surgery: TokenSurgery) throws {
        let site = try TestSite()
        let client = try site.registeredClient()
        try site.addRule(rule(surgery))
        let token = try site.accessToken(client.id, secret: client.secret)
        let opened = site.world?.ports.credentials.openAccessToken(token)
        #expect(surgery == .expired ? opened?.expires == TestSite.start - .minutes(1) : opened == nil)
        site.removeRules()
        let answer = site.get("/api/v2/TEST_REQUESTOR/configuration", [], [.authorization: "Bearer \(token)"])
        #expect(answer.status == .unauthorized)
    }
}
