import PassCore
import PassDomain
import Testing

@Suite("Access tokens")
struct AccessTokenTests {
    @Test("Tokens are equal if all their claims are")
    func equality() {
        func token(
            _ id: String = "a", client: ClientID = "c", scopes: [String] = ["s"], issued: Int64 = 1, expires: Int64 = 2
        ) -> AccessToken {
            AccessToken(
                id: id, client: client, scopes: scopes, issued: Timestamp(seconds: issued),
                expires: Timestamp(seconds: expires))
        }
        #expect(token() == token())
        let others = [
            token("b"), token(client: "d"), token(scopes: []), token(issued: 0), token(expires: 3),
        ]
        for other in others { #expect(other != token()) }
    }
}
