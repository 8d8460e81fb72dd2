import PassCore
import PassCrypto
import PassDomain
import PassTestSupport
import PassTokens
import Testing

@Suite("Requestors' keys")
struct RequestorKeyRingTests {
    private static let shapes = ["sha256", "sha1", "raw"]

    private func fallback() throws -> RSAPublicKey {
        try RSAPublicKey(Certificate(pem: Fixture.bytes("Keys/requestor-certificate.pem")))
    }

    /// `DEMO_NET` has two keys, a certificate of 1024 bits and a public key of 4096; everybody else has the demo key.
    private func ring() throws -> RequestorKeyRing {
        let own = [
            try RSAPublicKey(Certificate(pem: Fixture.bytes("RequestorProofs/1024.pem"))),
            try RSAPublicKey(pem: Fixture.bytes("RequestorProofs/4096.pem")),
        ]
        let fallback = try fallback()
        return try RequestorKeyRing(["DEMO_NET": own, "KEYLESS": []], fallback: { fallback })
    }

    private func proof(_ name: String) throws -> String {
        String(decoding: try Fixture.bytes("RequestorProofs/\(name).txt"), as: UTF8.self)
    }

    @Test("What openssl signed in each form is accepted, with the first key and with the second", arguments: shapes)
    func forms(_ form: String) throws {
        let ring = try ring()
        for bits in ["1024", "4096"] {
            let proof = try proof("\(bits)-\(form)")
            #expect(ring.isSigned("DEMO_NET", by: proof))
            #expect(!ring.isSigned("DEMO_NE", by: proof) && !ring.isSigned("TEST_REQUESTOR", by: proof))
        }
    }

    @Test("A requestor without its own keys has the demo key, one with keys doesn't", arguments: shapes)
    func demo(_ form: String) throws {
        let ring = try ring()
        let key = try TokenFixture.key("requestor")
        #expect(ring.isSigned("TEST_REQUESTOR", by: try proof("demo-\(form)")))
        for (requestor, isExpected) in [("KEYLESS", true), ("ANY_OTHER", true), ("DEMO_NET", false)] {
            let signature = Base64.encode(key.signature(over: Array(requestor.utf8)))
            #expect(ring.isSigned(.init(rawValue: requestor), by: signature) == isExpected, "\(requestor)")
        }
    }

    @Test("The base64 spellings that apps send are equivalent", arguments: shapes)
    func spellings(_ form: String) throws {
        let ring = try ring()
        let proof = try proof("demo-\(form)").filter { !$0.isNewline }
        try #require(proof.contains("+"))
        for spelling in [
            proof, proof.replacing("+", with: "%2B"), proof.replacing("+", with: "%2b"),
            proof.replacing("+", with: " "),
            proof + "\r\n", "\n\t" + proof, proof.map { "\($0)\r\n" }.joined(),
        ] {
            #expect(ring.isSigned("TEST_REQUESTOR", by: spelling), "\(spelling)")
        }
    }

    @Test("Anything else isn't accepted as proof", arguments: shapes)
    func refused(_ form: String) throws {
        let ring = try ring()
        let proof = try proof("demo-\(form)").filter { !$0.isNewline }
        let bytes = try #require(Base64.decode(proof))
        var changed = bytes
        changed[100] ^= 1
        for text in [
            "", "=", "c2ln", "%", "null", String(proof.dropLast(4)), proof + "AAAA", "\0" + proof,
            proof.replacing("+", with: "-"), Base64.encode(changed), Base64.encode([0] + bytes),
            Base64.encode([UInt8](repeating: 0, count: 256)), String(repeating: "A", count: 1 << 20),
            proof + String(repeating: "\n", count: 4096),
        ] {
            #expect(!ring.isSigned("TEST_REQUESTOR", by: text), "\(text.prefix(40))")
        }
    }

    @Test("A signature over another hash or over more than the identifier isn't accepted as proof")
    func otherPayload() throws {
        let key = try TokenFixture.key("requestor")
        #expect(
            !(try ring().isSigned(
                "TEST_REQUESTOR", by: Base64.encode(key.signature(over: Array("TEST_REQUESTOR\n".utf8))))))
    }

    @Test("A key of more than 4096 bits is refused")
    func longKey() throws {
        let long = try RSAPrivateKey.generate(bits: 4104).publicKey
        let fallback = try fallback()
        #expect(throws: CryptoError(.unsuitableKey, "")) { try RequestorKeyRing(["A": [long]], fallback: { fallback }) }
    }

    @Test("Encrypted values are base64 of a block for each piece, and never the same twice")
    func encrypt() throws {
        let ring = try ring()
        #expect(Base64.decode(ring.encrypt("10001", for: "DEMO_NET"))?.count == 128)
        #expect(Base64.decode(ring.encrypt("10001", for: "REF30"))?.count == 256)
        #expect(ring.encrypt("10001", for: "REF30") != ring.encrypt("10001", for: "REF30"))
    }
}
