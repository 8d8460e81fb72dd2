import PassCore
import PassCrypto
import PassDomain
import Testing

@testable import PassMVPD

@Suite("Tokens of OAuth 2.0 MVPDs")
struct MVPDTokenTests {
    private let sealer = Sealer(secret: [UInt8](repeating: 7, count: 32))
    private let mvpd = MVPDID(rawValue: "OAuthTV")

    /// Returns a token whose client has a name of so many bytes.
    private func token(client: Int, session: ExactText? = "b") -> MVPDToken {
        let now = Timestamp(seconds: 1_767_225_600)
        let grant = MVPDGrant(
            code: "c", mvpd: mvpd, subscriber: SubscriberID(rawValue: "user"), session: session,
            client: ExactText(String(repeating: "k", count: client)), redirectURI: "", scopes: ["openid", "profile"],
            authenticated: now, codeExpires: now, expires: now)
        return MVPDToken(grant, expires: now + .hours(1))
    }

    private func open(_ text: String, _ kind: MVPDToken.Kind = .access, at mvpd: String = "OAuthTV") -> MVPDToken? {
        MVPDToken(text, kind, by: sealer, at: MVPDID(rawValue: mvpd))
    }

    @Test("A token opens to its content, only at its MVPD and as its kind", arguments: [ExactText("b"), nil])
    func facts(session: ExactText?) {
        let token = token(client: 3, session: session)
        let text = token.sealed(.access, by: sealer, at: mvpd)
        #expect(open(text) == token)
        #expect(open(text, .refresh) == nil && open(text, at: "OtherTV") == nil && open("x" + text) == nil)
    }

    @Test("A token of 8,192 bytes is opened, and a longer one isn't")
    func longest() throws {
        let texts = (5_900...6_150).map { token(client: $0).sealed(.access, by: sealer, at: mvpd) }
        let longest = try #require(texts.first { $0.utf8.count == 8_192 })
        #expect(open(longest)?.client.string.utf8.count ?? 0 >= 5_900)
        let longer = try #require(texts.first { $0.utf8.count > 8_192 })
        #expect(open(longer) == nil)
    }
}
