import PassCrypto
import Testing

@Suite("RSA blocks")
struct RSABlockTests {
    private let message = Array("DEMO_NET".utf8)

    @Test(
        "Recovers what the openssl command signed: a DigestInfo, or the message itself", arguments: [1024, 2048, 4096])
    func recover(_ bits: Int) throws {
        let directory = try TemporaryDirectory()
        let key = try RSAPrivateKey.generate(bits: bits)
        let keyFile = try directory.add("key.pem", key.pem)
        let messageFile = try directory.add("message", message)
        let raw = try OutsideTool.openssl(["pkeyutl", "-sign", "-inkey", keyFile, "-in", messageFile], in: directory)
        #expect(key.publicKey.recover(raw.output) == message)
        let hashed = try OutsideTool.openssl(["dgst", "-sha256", "-sign", keyFile, messageFile], in: directory)
        let digest = try #require(key.publicKey.recover(hashed.output))
        #expect(digest.count == 19 + 32 && Array(digest.suffix(32)) == Digest.sha256(message))
        #expect(key.publicKey.bits == bits)
    }

    @Test("Recovers nothing from another length, other padding or another key's signature")
    func unrecoverable() throws {
        let key = try RSAPrivateKey.generate(bits: 1024)
        let signature = key.signature(over: message)
        #expect(key.publicKey.recover(signature) != nil)
        #expect(key.publicKey.recover([]) == nil)
        #expect(key.publicKey.recover(Array(signature.dropLast())) == nil)
        #expect(key.publicKey.recover([0] + signature) == nil)
        #expect(key.publicKey.recover([UInt8](repeating: 0, count: 128)) == nil)
        #expect(key.publicKey.recover([UInt8](repeating: 0xFF, count: 128)) == nil)
        #expect(try RSAPrivateKey.generate(bits: 1024).publicKey.recover(signature) == nil)
        #expect(try RSAPrivateKey(pem: FixtureKey.pem("token")).publicKey.recover(signature) == nil)
    }

    @Test(
        "The openssl command decrypts block by block what a public key encrypts",
        arguments: [(0, 1), (1, 1), (117, 1), (118, 2), (234, 2), (235, 3), (5000, 43)])
    func encrypt(_ size: Int, _ count: Int) throws {
        let directory = try TemporaryDirectory()
        let key = try RSAPrivateKey.generate(bits: 1024)
        let keyFile = try directory.add("key.pem", key.pem)
        let message = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        let encrypted = try #require(key.publicKey.encrypt(message))
        #expect(encrypted.count == count * 128)
        var decrypted: [UInt8] = []
        for start in stride(from: 0, to: encrypted.count, by: 128) {
            let block = try directory.add("block", Array(encrypted[start..<(start + 128)]))
            let outcome = try OutsideTool.openssl(
                ["pkeyutl", "-decrypt", "-inkey", keyFile, "-in", block], in: directory)
            #expect(outcome.status == 0)
            decrypted += outcome.output
        }
        #expect(decrypted == message)
    }

    @Test("A certificate gives its RSA key, and no key of another algorithm")
    func certificate() throws {
        let directory = try TemporaryDirectory()
        func certificate(_ algorithm: [String]) throws -> Certificate {
            let file = directory.path("certificate.pem")
            let made = try OutsideTool.openssl(
                ["req", "-x509", "-newkey"] + algorithm
                    + ["-nodes", "-subj", "/CN=app", "-keyout", directory.path("key.pem"), "-out", file], in: directory)
            try #require(made.status == 0, "\(made.text)")
            return try Certificate(pem: TemporaryDirectory.contents(of: file))
        }
        let key = try RSAPublicKey(certificate(["rsa:2048"]))
        #expect(try key == RSAPrivateKey(pem: TemporaryDirectory.contents(of: directory.path("key.pem"))).publicKey)
        let curve = try certificate(["ec", "-pkeyopt", "ec_paramgen_curve:P-256"])
        #expect(throws: CryptoError(.unsuitableKey, "")) { try RSAPublicKey(curve) }
    }
}
