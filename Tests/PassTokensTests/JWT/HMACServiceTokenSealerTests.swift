import PassCore
import PassCrypto
import PassDomain
import PassTokens
import Testing

@Suite("Service tokens")
struct HMACServiceTokenSealerTests {
    private static let sealer = HMACServiceTokenSealer(Sealer(secret: Array(repeating: 7, count: 32)))
    private static let token = ServiceToken(
        subject: "viewer", begins: Timestamp(seconds: 1_765_000_000), expires: Timestamp(seconds: 1_765_003_600))

    private static func part(_ text: String) -> String { Base64.encode(Array(text.utf8), .url) }

    @Test("A token has the header and the claims of the vendor's samples, in their order")
    func form() throws {
        let parts = Self.sealer.seal(Self.token).split(separator: ".").map(String.init)
        #expect(parts[0] == "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9")
        let claims = #"{"iss":"ssoservicetoken","sub":"viewer","nbf":1765000000,"exp":1765003600,"iat":1765000000}"#
        #expect(Base64.decode(parts[1], .url) == Array(claims.utf8))
    }

    @Test("A sealed text opens, but only with the same secret")
    func opens() throws {
        let text = Self.sealer.seal(Self.token)
        #expect(try Self.sealer.open(text) == Self.token)
        #expect(Self.sealer.claimsToBeOwn(text))
        let other = HMACServiceTokenSealer(Sealer(secret: Array(repeating: 8, count: 32)))
        #expect(throws: ServiceTokenRefusal.badSignature) { try other.open(text) }
    }

    @Test("Every other text is refused with the reason")
    func refusals() {
        let good = Self.sealer.seal(Self.token).split(separator: ".").map(String.init)
        let header = good[0]
        let texts: [(String, ServiceTokenRefusal)] = [
            ("", .malformed), ("a.b", .malformed), ("a.b.c", .malformed), ("a.b.c.d", .malformed),
            ("\(Self.part(#"{"alg":"none"}"#)).\(good[1]).", .malformed),
            ("\(Self.part(#"{"alg":"RS256"}"#)).\(good[1]).\(good[2])", .malformed),
            ("\(Self.part(#"{"alg":"HS256","crit":[]}"#)).\(good[1]).\(good[2])", .malformed),
            (String(repeating: "a", count: 9000), .malformed),
            ("\(header).\(Self.part("no JSON")).\(good[2])", .unreadableClaims),
            ("\(header).\(Self.part(#"{"sub":"a","sub":"b"}"#)).\(good[2])", .unreadableClaims),
            ("\(header).\(Self.part("{}")).\(good[2])", .noSubject),
            ("\(header).\(Self.part(#"{"sub":""}"#)).\(good[2])", .noSubject),
            ("\(header).\(Self.part(#"{"sub":"another"}"#)).\(good[2])", .badSignature),
            ("\(good[0]).\(good[1]).", .badSignature), ("\(good[0]).\(good[1]).\(good[2])A", .badSignature),
        ]
        for (text, refusal) in texts {
            #expect(throws: refusal, "\(text.prefix(60))") { try Self.sealer.open(text) }
        }
        for text in ["", "a.b.c", "\(header).\(Self.part(#"{"iss":"idp"}"#)).x"] {
            #expect(!Self.sealer.claimsToBeOwn(text), "\(text)")
        }
    }
}
