import PassCore
import PassCrypto
import PassTestSupport
import PassTokens
import Testing

@Suite("JSON Web Tokens")
struct JSONWebTokenTests {
    /// The example of RFC 7515, appendix A.2.
    private static let example =
        "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0"
        + "cnVlfQ.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJ"
        + "dbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOL"
        + "n6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0"
        + "igcN_IoypGlUPQGe77Rw"

    /// The public key of that example, brought from its JWK to PEM.
    private static let exampleKey = """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAofgWCuLjybRlzo0tZWJj
        NiuSfb4p4fAkd/wWJcyQoTbji9k0l8W26mPddxHmfHQp+Vaw+4qPCJrcS2mJPMEz
        P1Pt0Bm4d4QlL+yRT+SFd2lZS+pCgNMsD1W/YpRPEwOWvG6b32690r2jZ47soMZo
        9wGzjb/7OMg0LOL+bSf63kpaSHSXndS5z5rexMdbBYUsLA9e+KXBdQOS+UTo7WTB
        EMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6/I5IhlJH7aGhyxX
        FvUK+DWNmoudF8NAco9/h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXp
        oQIDAQAB
        -----END PUBLIC KEY-----
        """

    private func key() throws -> RSAPrivateKey {
        try RSAPrivateKey(pem: Fixture.bytes("Keys/token.pem"))
    }

    /// A token with any header, signed well.
    private func signed(header: String, claims: String = #"{"sub":"a"}"#) throws -> String {
        let input = Base64.encode(Array(header.utf8), .url) + "." + Base64.encode(Array(claims.utf8), .url)
        return input + "." + Base64.encode(try key().signature(over: Array(input.utf8)), .url)
    }

    @Test("The example of RFC 7515 is read and verified")
    func standardExample() throws {
        let token = try JSONWebToken(Self.example)
        #expect(token.claims["iss"] == .string("joe"))
        #expect(token.claims["http://example.com/is_root"] == .bool(true))
        #expect(token.instant("exp") == Timestamp(seconds: 1_300_819_380))
        #expect(token.isSigned(by: try RSAPublicKey(pem: Array(Self.exampleKey.utf8))))
        #expect(!token.isSigned(by: try key().publicKey))
    }

    @Test("A signature is valid only for its claims")
    func tampered() throws {
        let good = try JSONWebToken(signed(header: #"{"alg":"RS256"}"#))
        #expect(good.isSigned(by: try key().publicKey))
        let other = try signed(header: #"{"alg":"RS256"}"#, claims: #"{"sub":"b"}"#).split(separator: ".")
        let parts = try signed(header: #"{"alg":"RS256"}"#).split(separator: ".")
        let mixed = try JSONWebToken("\(parts[0]).\(other[1]).\(parts[2])")
        #expect(!mixed.isSigned(by: try key().publicKey))
        let unsigned = try JSONWebToken("\(parts[0]).\(parts[1]).")
        #expect(!unsigned.isSigned(by: try key().publicKey))
    }

    @Test(
        "No algorithm but RS256 is read, nor an extension that must be understood",
        arguments: [
            #"{"alg":"none"}"#, #"{"alg":"None"}"#, #"{"alg":"HS256"}"#, #"{"alg":"RS512"}"#, #"{"alg":"PS256"}"#,
            #"{"alg":"rs256"}"#, #"{"alg":""}"#, #"{"alg":null}"#, #"{"alg":["RS256"]}"#, #"{"typ":"JWT"}"#, "{}",
            #"{"alg":"RS256","crit":["b64"],"b64":false}"#, #"{"alg":"RS256","crit":[]}"#,
        ])
    func algorithms(_ header: String) throws {
        let text = try signed(header: header)
        #expect(throws: JSONWebTokenError.unsupportedAlgorithm) { try JSONWebToken(text) }
    }

    @Test("An HMAC made with the public key as its secret isn't accepted as a signature")
    func confusedAlgorithm() throws {
        let input = try signed(header: #"{"alg":"HS256"}"#).split(separator: ".").dropLast().joined(separator: ".")
        let code = MessageAuthentication.sha256(key: try key().publicKey.pem, Array(input.utf8))
        #expect(throws: JSONWebTokenError.unsupportedAlgorithm) {
            try JSONWebToken(input + "." + Base64.encode(code, .url))
        }
    }

    @Test(
        "A name that occurs twice in one object is refused",
        arguments: [
            (#"{"alg":"none","alg":"RS256"}"#, #"{"sub":"a"}"#), (#"{"alg":"RS256"}"#, #"{"sub":"a","sub":"b"}"#),
            (#"{"alg":"RS256"}"#, #"{"sub":"a","\u0073ub":"b"}"#), (#"{"alg":"RS256"}"#, #"{"a":{"b":1,"b" :2}}"#),
            (#"{"alg":"RS256"}"#, #"{"a":[{"b":[]},{"c":1,"d":"\"c\":","c":2}]}"#),
        ])
    func repeatedNames(_ header: String, _ claims: String) throws {
        let text = try signed(header: header, claims: claims)
        #expect(throws: JSONWebTokenError.notAnObject) { try JSONWebToken(text) }
    }

    @Test("The same name in different objects, or as a value, is accepted")
    func nestedNames() throws {
        let claims = #"{"sub":"a","x":{"sub":"sub","y":["sub","sub"]},"z":{"sub":"\\"}}"#
        let token = try JSONWebToken(signed(header: #"{"alg":"RS256"}"#, claims: claims))
        #expect(token.claims["sub"] == .string("a"))
    }

    @Test("Parts that aren't JSON objects are refused", arguments: ["", "[]", "1", #""a""#, "{", "{}{}", "\u{FFFE}"])
    func notObjects(_ text: String) throws {
        let asClaims = try signed(header: #"{"alg":"RS256"}"#, claims: text)
        #expect(throws: JSONWebTokenError.notAnObject) { try JSONWebToken(asClaims) }
        let asHeader = try signed(header: text)
        #expect(throws: JSONWebTokenError.notAnObject) { try JSONWebToken(asHeader) }
    }

    @Test(
        "Exactly three parts make a token", arguments: ["", ".", "a", "a.b", "e30.e30.e30.e30", "e30.e30.e30.", "...."])
    func parts(_ text: String) {
        #expect(throws: JSONWebTokenError.notThreeParts) { try JSONWebToken(text) }
    }

    @Test("Base64url is read in canonical form only")
    func canonical() throws {
        let parts = try signed(header: #"{"alg":"RS256"}"#).split(separator: ".").map(String.init)
        let spare = String(parts[2].dropLast()) + (parts[2].hasSuffix("A") ? "B" : "Z")
        let wrong = [
            "\(parts[0])=.\(parts[1]).\(parts[2])", "\(parts[0]).\(parts[1]) .\(parts[2])",
            "\(parts[0]).\(parts[1]).\(parts[2])==", "\(parts[0]).\(parts[1]).+\(parts[2].dropFirst())",
            "\(parts[0]).\(parts[1]).\(spare)", "\(parts[0]).\(parts[1]).\(parts[2])\n",
        ]
        for text in wrong {
            #expect(throws: JSONWebTokenError.notBase64) { try JSONWebToken(text) }
        }
    }

    @Test("A token of 16 KiB is read, a longer one is not")
    func length() throws {
        func token(filler: Int) throws -> String {
            let claims = #"{"a":""# + String(repeating: "a", count: filler) + #""}"#
            return try signed(header: #"{"alg":"RS256"}"#, claims: claims)
        }
        // 16,384 bytes: header 20, two dots, signature 342, claims 16,020, which are 12,015 bytes.
        let longest = try token(filler: 12_007)
        #expect(longest.utf8.count == 16_384)
        #expect(try JSONWebToken(longest).isSigned(by: key().publicKey))
        let longer = try token(filler: 12_008)
        #expect(throws: JSONWebTokenError.tooLong) { try JSONWebToken(longer) }
    }

    @Test(
        "A time that isn't a whole number of seconds is refused",
        arguments: [#""1767225600""#, "1.5", "1e300", "null", "{}"])
    func times(_ value: String) throws {
        let token = try JSONWebToken(signed(header: #"{"alg":"RS256"}"#, claims: #"{"exp":\#(value)}"#))
        #expect(token.claims["exp"] != nil)
        #expect(token.instant("exp") == nil)
    }
}
