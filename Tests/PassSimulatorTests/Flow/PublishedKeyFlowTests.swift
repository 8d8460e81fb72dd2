import PassCore
import PassCrypto
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("The published keys", .eachStore)
struct PublishedKeyFlowTests {
    @Test("The index names every key with its size, its digest and the URLs of all its forms")
    func index() throws {
        let site = try TestSite()
        let answer = try JSONValue.parse(site.get("/_sim/keys").body)
        #expect(answer["trustStorePassword"] == .string("pass-simulator"))
        let keys = try #require(answer["keys"]?.arrayValue)
        #expect(keys.compactMap { $0["name"]?.stringValue } == ["token", "device", "saml"])
        for key in keys {
            let name = try #require(key["name"]?.stringValue)
            #expect(key["algorithm"] == .string("RSA") && key["bits"] == .integer(2048))
            for form in ["pem", "der", "crt", "cer", "p12"] {
                #expect(key[form]?.stringValue == "http://127.0.0.1:8080/_sim/keys/\(name).\(form)")
            }
            let der = site.get("/_sim/keys/\(name).der")
            #expect(key["sha256"]?.stringValue == Hex.encode(Digest.sha256(der.body)))
        }
    }

    @Test(
        "Each form has its media type and is repeated byte for byte",
        arguments: [
            ("pem", "application/x-pem-file"), ("der", "application/octet-stream"), ("crt", "application/x-pem-file"),
            ("cer", "application/pkix-cert"), ("p12", "application/x-pkcs12"),
        ])
    func forms(form: String, type: String) throws {
        let site = try TestSite()
        for name in ["token", "device", "saml"] {
            let first = site.get("/_sim/keys/\(name).\(form)")
            #expect(first.status == .ok && first.fields[.contentType] == type && !first.body.isEmpty)
            #expect(try TestSite().get("/_sim/keys/\(name).\(form)").body == first.body)
        }
    }

    @Test("The public key and the certificates are those of the key that signs")
    func contents() throws {
        let site = try TestSite()
        let key = site.keys.token.publicKey
        #expect(site.get("/_sim/keys/token.pem").body == key.pem)
        #expect(site.get("/_sim/keys/token.der").body == key.der)
        let certificate = try Certificate(pem: site.get("/_sim/keys/token.crt").body)
        #expect(site.get("/_sim/keys/token.cer").body == certificate.der)
        // The trust store isn't encrypted, so the certificate stands in it as it is.
        #expect(site.get("/_sim/keys/token.p12").body.contains(certificate.der))
    }

    @Test("Without a data directory the named keys are used, and one that is missing is an error")
    func named() throws {
        let folder = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        var configuration = Configuration()
        let usual = try Installation.keys(configuration)
        configuration.keys.token = "/\(folder)/Fixtures/Keys/statement.pem"
        let named = try Installation.keys(configuration)
        #expect(named.token.publicKey != usual.token.publicKey && named.device.publicKey == usual.device.publicKey)
        let statement = try RSAPublicKey(pem: TestKeys.statement)
        #expect(named.token.publicKey == statement)
        configuration.keys.saml = "/nonexistent/saml.pem"
        #expect(throws: SimulatorError.self) { try Installation.keys(configuration) }
    }

    @Test("The authority's certificate is served in each form, and a page leads to all")
    func authority() throws {
        let site = try TestSite()
        let certificate = site.keys.authority.certificate
        let page = site.get("/_sim/ca")
        for (form, type, bytes) in [
            ("pem", "application/x-pem-file", certificate.pem), ("crt", "application/x-x509-ca-cert", certificate.pem),
            ("der", "application/pkix-cert", certificate.der), ("cer", "application/pkix-cert", certificate.der),
        ] {
            let answer = site.get("/_sim/ca.\(form)")
            #expect(answer.status == .ok && answer.fields[.contentType] == type && answer.body == bytes)
            #expect(page.text.contains("href=\"http://127.0.0.1:8080/_sim/ca.\(form)\""))
        }
        let store = site.get("/_sim/ca.p12")
        #expect(store.fields[.contentType] == "application/x-pkcs12" && store.body.contains(certificate.der))
        #expect(site.get("/_sim/ca.p12").body == store.body)
        #expect(page.text.contains("/_sim/ca.p12\""))
        #expect(site.get("/_sim/environment").text.contains("http://127.0.0.1:8080/_sim/ca<"))
        for path in ["ca.key", "ca-key.pem", "ca.P12", "ca.pem/x"] {
            #expect(site.get("/_sim/\(path)").status == .notFound, "\(path)")
        }
    }

    @Test("The key set has the keys that sign JSON Web Tokens, under the names that the tokens carry")
    func keySet() throws {
        let site = try TestSite()
        let answer = site.get("/_sim/jwks.json")
        #expect(answer.status == .ok && answer.fields[.contentType] == "application/jwk-set+json")
        let keys = try #require(try JSONValue.parse(answer.body)["keys"]?.arrayValue)
        #expect(keys.compactMap(\.objectValue?.count) == [6, 6])
        for (key, expected) in zip(keys, [site.keys.token.publicKey, site.keys.saml.publicKey]) {
            #expect(key["n"]?.stringValue == Base64.encode(expected.modulus, .url))
            #expect(key["e"]?.stringValue == "AQAB")
            #expect(key["kty"] == .string("RSA") && key["use"] == .string("sig") && key["alg"] == .string("RS256"))
        }
        let header = try #require(try site.registeredClient().bearer.split(separator: ".").first)
        let name = try JSONValue.parse(try #require(Base64.decode(header, .url)))["kid"]
        #expect(name == keys[0]["kid"])
        let provider = try JSONValue.parse(site.get("/_sim/mvpd/OAuthTV/jwks").body)["keys"]?.arrayValue
        #expect(provider == [keys[1]])
    }

    @Test("Other names, forms and private keys aren't found")
    func unknown() throws {
        let site = try TestSite()
        for path in ["token", "token.jks", "token.key", "sealing.pem", "authority.pem", "token.P12"] {
            #expect(site.get("/_sim/keys/\(path)").status == .notFound, "\(path)")
        }
    }
}
