import PassCore
import PassCrypto
import PassDomain
import PassTestSupport
import PassTokens
import Testing

@Suite("The count of issued tokens")
struct IssuedTokensTests {
    @Test("A token is counted by its kind when it is sealed, and not again when it gets a defect")
    func kinds() throws {
        let issued = IssuedTokens()
        let key = try TestWorld.key("token")
        let handles = Sealer(secret: Array(repeating: 7, count: 32))
        let credentials = JWTCredentialSealer(signingKey: key, trustedStatementKeys: { [] }, issued: issued)
        let token = AccessToken(
            id: "1", client: "c", scopes: [], issued: Timestamp(seconds: 1_900_000_000),
            expires: Timestamp(seconds: 1_900_003_600))
        let text = credentials.seal(token)
        #expect(credentials.operate(on: text, .expired, now: Timestamp(seconds: 1_900_000_001)) != text)
        _ = credentials.openAccessToken(text)
        let services = HMACServiceTokenSealer(handles, issued: issued)
        for _ in 0..<2 {
            _ = services.seal(
                ServiceToken(subject: "s", begins: Timestamp(seconds: 0), expires: Timestamp(seconds: 1)))
        }
        #expect(IssuedTokens.Kind.allCases.map { issued[$0] } == [0, 0, 0, 1, 2])
    }
}
