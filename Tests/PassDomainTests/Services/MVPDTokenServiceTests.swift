import PassCore
import PassTestSupport
import Testing

@testable import PassDomain

@Suite("The refresh tokens for OAuth 2.0 MVPDs, as a service")
struct MVPDTokenServiceTests {
    private static let credential = MVPDCredential(
        subscriber: "ada", providerSession: "s", isHomeBased: true, refreshToken: "r2")

    private func world(_ connector: ScriptedMVPD) throws -> TestWorld {
        var proxied = MVPD(id: "Proxied")
        proxied.proxy = "OAuthTV"
        return try TestWorld(
            catalog: Catalog(mvpds: [MVPD(id: "AcmeCable"), MVPD(id: "OAuthTV", style: .oauth2), proxied]),
            ports: { $0.connector = connector })
    }

    private func denial(
        _ connector: ScriptedMVPD, at mvpd: MVPDID = "OAuthTV", refreshToken: String? = "r",
        askedBy requestor: RequestorID = "REF30"
    ) throws -> Denial? {
        let test = try world(connector)
        let proven = try test.world.services.proofs.profile(
            test.login(mvpd: mvpd, refreshToken: refreshToken).token,
            requestor: test.world.catalog.requestor(requestor), mvpd: nil, device: nil, kind: nil,
            now: test.clock.now())
        return try test.world.services.mvpdTokens.denial(of: proven, now: test.clock.now())
    }

    @Test("The MVPD may be asked if it gives a new access token to the login's own requestor for the same subscriber")
    func denial() throws {
        let mvpd = ScriptedMVPD(credential: Self.credential)
        #expect(try denial(mvpd, askedBy: "OTHER") == nil)
        #expect(try denial(mvpd, at: "Proxied") == nil)
        #expect(mvpd.calls == [.refresh("r", "REF30", "OAuthTV"), .refresh("r", "REF30", "OAuthTV")])
    }

    @Test("Without a refresh token, after a refusal, or for another subscriber, the user must sign in again")
    func refused() throws {
        let unasked = ScriptedMVPD(credential: Self.credential)
        #expect(try denial(unasked, refreshToken: nil) == .refreshTokenMissing)
        #expect(unasked.calls.isEmpty)
        #expect(try denial(ScriptedMVPD()) == .refreshTokenMissing)
        let bob = MVPDCredential(subscriber: "bob", providerSession: nil, refreshToken: "r")
        #expect(try denial(ScriptedMVPD(credential: bob)) == .refreshTokenMissing)
    }

    @Test("An MVPD without OAuth 2.0 is asked without a token, issues no codes and is told of no revocation")
    func withoutOAuth() throws {
        let mvpd = ScriptedMVPD(credential: Self.credential)
        #expect(try denial(mvpd, at: "AcmeCable", refreshToken: nil) == nil)
        let test = try world(mvpd)
        try test.world.services.mvpdTokens.revoke("r", at: "AcmeCable", now: test.clock.now())
        let refusal = EntitlementFailure.loginRefused("The provider of this login doesn't issue authorization codes.")
        #expect(throws: refusal) {
            try redeem(test, begun(test, at: "AcmeCable"))
        }
        #expect(mvpd.calls.isEmpty)
        try test.world.services.mvpdTokens.revoke("r", at: "Proxied", now: test.clock.now())
        #expect(mvpd.calls == [.revoke("r", "OAuthTV")])
    }

    private static let request = MVPDRequest(
        id: "_1", issuer: "https://sp.example", answerURL: "https://sp.example/oauth2")

    private func begun(_ test: TestWorld, at mvpd: MVPDID) throws -> AuthenticationSession {
        guard case .atMVPD(let session, _) = try test.begin(mvpd: mvpd).start else { throw TestWorld.NotSignedIn() }
        #expect(test.world.services.mvpdTokens.serve(session) == (mvpd != "AcmeCable"))
        return session
    }

    private func redeem(
        _ test: TestWorld, _ session: AuthenticationSession
    ) throws -> AuthenticationService.MVPDAnswer {
        try test.world.services.mvpdTokens.redeem("c", of: session, asked: Self.request, now: test.clock.now())
    }

    @Test(
        "A code is exchanged with its request's redirect URI and verifier, at the proxy if there is one",
        arguments: ["OAuthTV", "Proxied"])
    func redeem(_ id: String) throws {
        let mvpd = ScriptedMVPD(credential: Self.credential)
        let test = try world(mvpd)
        let session = try begun(test, at: MVPDID(rawValue: id))
        let answer = try redeem(test, session)
        let verifier = MVPDCodeVerifier(of: session, asked: Self.request)
        #expect(
            mvpd.calls == [
                .redeem("c", redirectURI: "https://sp.example/oauth2", verifier: verifier, "REF30", "OAuthTV")
            ])
        #expect(answer.subscriber == "ada" && answer.providerSession == "s")
        #expect(answer.isHomeBased && answer.refreshToken == "r2")
    }

    @Test("A code that the MVPD refuses fails the login, with the MVPD's message")
    func refusedCode() throws {
        let refusal = EntitlementFailure.loginRefused("The provider refused its own code. The grant is unknown.")
        let test = try world(ScriptedMVPD())
        #expect(throws: refusal) { try redeem(test, begun(test, at: "OAuthTV")) }
    }
}
