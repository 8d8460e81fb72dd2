import PassCore
import PassCrypto
import Testing

@Suite("Published keys")
struct PublishedKeyTests {
    private let password = "pass-simulator"

    private func published(_ name: String = "token") throws -> PublishedKey {
        PublishedKey(name, try RSAPrivateKey(pem: FixtureKey.pem("token")))
    }

    @Test("Every form is the same bytes for the same key, however often it is loaded")
    func deterministic() throws {
        let first = try published()
        let second = try published()
        #expect(try first.certificate().der == second.certificate().der)
        #expect(try first.trustStore(password: password) == second.trustStore(password: password))
        #expect(first.publicKey.der == second.publicKey.der)
    }

    /// The digest is that of `openssl pkey -in Fixtures/Keys/token.pem -pubout -outform der | sha256sum`.
    @Test("The fingerprint is SHA-256 of the public key in DER")
    func fingerprint() throws {
        let key = try published()
        #expect(Hex.encode(key.fingerprint) == "052bb119756ea248f88d62e6360b544fd6fca77d757e2a0da8f88f37c761335a")
        #expect(key.fingerprint == Digest.sha256(key.publicKey.der))
    }

    @Test("openssl accepts the certificate as a strict one of the key, valid through 2049")
    func certificate() throws {
        let directory = try TemporaryDirectory()
        let key = try published()
        let file = try directory.add("token.crt", key.certificate().pem)
        let verdict = try OutsideTool.openssl(["verify", "-x509_strict", "-CAfile", file, file], in: directory)
        #expect(verdict.text == "\(file): OK\n")
        let shown = try OutsideTool.openssl(
            ["x509", "-in", file, "-noout", "-serial", "-subject", "-dates", "-pubkey"], in: directory
        ).text
        #expect(shown.contains("notBefore=Jan  1 00:00:00 2020 GMT") && shown.contains("Dec 31 23:59:59 2049 GMT"))
        #expect(shown.contains("CN = Pass Simulator token key (test only)"))
        #expect(shown.contains(String(decoding: key.publicKey.pem, as: UTF8.self)))
        // Forty digits whose first is 4 to 7: positive and of twenty octets, from the key's own digest.
        let serial = try #require(shown.split(separator: "\n").first { $0.hasPrefix("serial=") }).dropFirst(7)
        #expect(serial.count == 40)
        #expect(serial.lowercased().dropFirst(2) == Hex.encode(key.fingerprint.prefix(20)).dropFirst(2))
        #expect("4567".contains(serial.prefix(1)))
    }

    @Test("openssl reads the trust store with its password alone, and finds the certificate, its name and Java's mark")
    func trustStore() throws {
        let directory = try TemporaryDirectory()
        let key = try published()
        let file = try directory.add("token.p12", key.trustStore(password: password))
        let read = ["pkcs12", "-in", file, "-nokeys", "-passin"]
        let shown = try OutsideTool.openssl(read + ["pass:\(password)"], in: directory)
        #expect(shown.status == 0)
        #expect(shown.text.contains(String(decoding: try key.certificate().pem, as: UTF8.self)))
        #expect(shown.text.contains("friendlyName: token"))
        #expect(shown.text.contains("2.16.840.1.113894.746875.1.1"))
        #expect(try OutsideTool.openssl(read + ["pass:other"], in: directory).status != 0)
    }

    @Test("Keys of 1024 and 4096 bits are published as well", arguments: [1024, 4096])
    func sizes(bits: Int) throws {
        let directory = try TemporaryDirectory()
        let key = PublishedKey("device", try RSAPrivateKey.generate(bits: bits))
        #expect(key.publicKey.modulus.count * 8 == bits)
        let file = try directory.add("device.p12", key.trustStore(password: ""))
        let shown = try OutsideTool.openssl(["pkcs12", "-in", file, "-nokeys", "-passin", "pass:"], in: directory)
        #expect(shown.status == 0 && shown.text.contains("CN = Pass Simulator device key (test only)"))
    }
}
