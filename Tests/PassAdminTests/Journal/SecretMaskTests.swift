import PassCore
import Testing

@testable import PassAdmin

@Suite("Pseudonyms of secrets")
struct SecretMaskTests {
    private static func mask(_ secrets: String...) -> SecretMask {
        var all = ExchangeSecrets([])
        for secret in secrets { all.add("token", secret) }
        return all.mask(key: [1, 2, 3])
    }

    @Test("The base64 of a secret gets the secret's pseudonym, even if it is a secret itself", arguments: 0..<40)
    func base64(_ number: Int) {
        let device = "device-\(number)"
        let field = Base64.encode(Array(device.utf8))
        let mask = Self.mask(device, field)
        #expect(mask.text(field) == mask.text(device) && !mask.text(device).contains(device))
    }

    @Test("A masked text has no spelling of a secret, wherever it begins")
    func places() {
        let secret = "a secret/with signs"
        let mask = Self.mask(secret)
        let pseudonym = mask.pseudonym(secret)
        for spelling in [
            "a secret/with signs", "a%20secret%2Fwith%20signs", "a+secret%2Fwith+signs", "a secret\\/with signs",
        ] {
            for start in 0..<9 {
                let text = String("xa secr{".prefix(start)) + spelling
                #expect(mask.text(text + "!") == text.dropLast(spelling.utf8.count) + pseudonym + "!")
            }
        }
        #expect(mask.text("a secret/with sign") == "a secret/with sign")
    }

    @Test("Elements and inputs with the names of secrets are found in markup")
    func markup() {
        var secrets = ExchangeSecrets([])
        for markup in [
            "<authnToken>first&lt;token&amp;lt;</authnToken><TOKEN a='b'>another-1</TOKEN>",
            "<code>ABC123D</code><code>not a code</code><state>waiting</state><b>text</b>",
            #"text<input name="RelayState" type="hidden" value="third&quot;&#39;&unknown;">"#,
        ] { secrets.addMarkup(Array(markup.utf8), .answer) }
        secrets.scan(
            Array(#"<form action="/login?state=fourth-1&amp;user=x"><a href="/x#access_token=fifth-1">"#.utf8), .answer)
        #expect(
            Set(secrets.secrets.keys) == [
                "first<token&lt;", "another-1", "ABC123D", "third\"'&unknown;", "fourth-1", "fifth-1",
            ])
        #expect(secrets.secrets.keys.allSatisfy(secrets.isText))
    }

    @Test("Signed tokens and JSON Web Tokens are found in any text")
    func tokens() {
        var secrets = ExchangeSecrets([])
        let token = "<signatureInfo>abc<signatureInfo><authToken>x</authToken>"
        secrets.addTokens(UnescapedBytes(Array("é eyJhbGciOi.eyJzdWIi.c2ln_-\"\(token)rest<signatureInfo>cut".utf8)))
        secrets.addTokens(UnescapedBytes(Array("keyJhbGciOi.eyJzdWIi.c2ln eyJhbGciOi.eyJzdWIi eyJ".utf8)))
        secrets.addTokens(UnescapedBytes(Array("eyJ9.e30.".utf8)))
        #expect(
            Set(secrets.secrets.keys) == [
                "eyJhbGciOi.eyJzdWIi.c2ln_-", ExactText(token), "<signatureInfo>cut", "eyJ9.e30.",
            ])
    }
}
