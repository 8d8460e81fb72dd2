import Testing

@testable import PassCrypto

@Suite("RSA keys in PKCS#8")
struct PKCS8RSAKeyTests {
    @Test("Keys in the form that we generate are read directly", arguments: ["token", "device", "saml", nil])
    func known(_ name: String?) throws {
        // Of the fixtures without the warning that stands above them.
        let key = try name.map { try RSAPrivateKey(pem: FixtureKey.pem($0)) } ?? .generate()
        let pem = key.pem
        let numbers = try #require(PKCS8RSAKey(pem: pem))
        let handle = KeyHandle(owning: try #require(numbers.makeKey()))
        #expect(handle.privatePEM == pem)
    }

    @Test("Every other text is left to OpenSSL")
    func others() throws {
        let pem = try FixtureKey.pem("token")
        let others = [[], try ECPrivateKey.generate().pem, try RSAPrivateKey(pem: pem).publicKey.pem]
        for text in others + stride(from: 0, to: pem.count, by: 7).map({ Array(pem.prefix($0)) }) {
            #expect(PKCS8RSAKey(pem: text) == nil)
        }
    }
}
