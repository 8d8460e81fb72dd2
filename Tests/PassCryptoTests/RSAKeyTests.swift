import Dispatch
import PassCore
import PassCrypto
import Testing

@Suite("RSA keys")
struct RSAKeyTests {
    private let message = Array("<simpleAuthenticationToken>Ω</simpleAuthenticationToken>".utf8)

    @Test("Signs the same bytes as the openssl command", arguments: ["token", "device", "saml", "statement"])
    func sameAsOpenSSL(_ name: String) throws {
        let directory = try TemporaryDirectory()
        let pem = try FixtureKey.pem(name)
        let keyFile = try directory.add("key.pem", pem)
        let messageFile = try directory.add("message", message)
        let outcome = try OutsideTool.openssl(["dgst", "-sha256", "-sign", keyFile, messageFile], in: directory)
        #expect(outcome.status == 0)
        let key = try RSAPrivateKey(pem: pem)
        #expect(key.signature(over: message) == outcome.output)
        #expect(key.publicKey.isValid(signature: outcome.output, over: message))
    }

    @Test("Reads PKCS#1 as well as PKCS#8, and writes what the openssl command reads")
    func forms() throws {
        let directory = try TemporaryDirectory()
        let key = try RSAPrivateKey.generate()
        let keyFile = try directory.add("key.pem", key.pem)
        let traditional = try OutsideTool.openssl(["rsa", "-in", keyFile, "-traditional"], in: directory)
        #expect(traditional.text.contains("BEGIN RSA PRIVATE KEY"))
        let again = try RSAPrivateKey(pem: traditional.output)
        #expect(again.publicKey == key.publicKey)
        #expect(again.signature(over: message) == key.signature(over: message))
        let publicPEM = try OutsideTool.openssl(["pkey", "-in", keyFile, "-pubout"], in: directory)
        #expect(publicPEM.output == key.publicKey.pem)
        #expect(try RSAPublicKey(pem: publicPEM.output) == key.publicKey)
    }

    @Test("Gives the modulus and exponent that the openssl command prints")
    func numbers() throws {
        let directory = try TemporaryDirectory()
        let pem = try FixtureKey.pem("token")
        let keyFile = try directory.add("key.pem", pem)
        let outcome = try OutsideTool.openssl(["rsa", "-in", keyFile, "-noout", "-modulus"], in: directory)
        let key = try RSAPrivateKey(pem: pem).publicKey
        #expect(outcome.text == "Modulus=\(Hex.encode(key.modulus, uppercase: true))\n")
        #expect(key.exponent == [1, 0, 1])
    }

    @Test("A signature is valid only for its message and key, and in its own length")
    func tampered() throws {
        let key = try RSAPrivateKey(pem: FixtureKey.pem("token"))
        let signature = key.signature(over: message)
        #expect(key.publicKey.isValid(signature: signature, over: message))
        #expect(!key.publicKey.isValid(signature: signature, over: message + [0]))
        #expect(!key.publicKey.isValid(signature: signature, over: []))
        #expect(!key.publicKey.isValid(signature: [], over: message))
        #expect(!key.publicKey.isValid(signature: Array(signature.dropLast()), over: message))
        #expect(!key.publicKey.isValid(signature: [0] + signature, over: message))
        var changed = signature
        changed[100] ^= 1
        #expect(!key.publicKey.isValid(signature: changed, over: message))
        let other = try RSAPrivateKey(pem: FixtureKey.pem("device")).publicKey
        #expect(!other.isValid(signature: signature, over: message))
        #expect(key.publicKey.isValid(signature: signature, over: message))
    }

    @Test("A signature that is known to be valid makes no other one valid")
    func known() throws {
        let key = try RSAPrivateKey(pem: FixtureKey.pem("token"))
        let signature = key.signature(over: message)
        let verifier = try RSAPublicKey(pem: key.publicKey.pem)
        for publicKey in [key.publicKey, verifier] {
            for _ in 0..<2 { #expect(publicKey.isValid(signature: signature, over: message)) }
            for index in signature.indices {
                var changed = signature
                changed[index] ^= 0x80
                #expect(!publicKey.isValid(signature: changed, over: message))
            }
            for index in message.indices {
                var changed = message
                changed[index] ^= 1
                #expect(!publicKey.isValid(signature: signature, over: changed))
            }
            #expect(publicKey.isValid(signature: signature, over: message))
        }
    }

    @Test("A key reads the same however its text is laid out")
    func layouts() throws {
        let pem = String(decoding: try FixtureKey.pem("token"), as: UTF8.self)
        let expected = try RSAPrivateKey(pem: Array(pem.utf8))
        for text in [
            pem.replacing("\n", with: "\r\n"), "A key:\n" + pem, pem + "\n", String(pem.dropLast()),
            pem + pem.replacing("PRIVATE KEY", with: "OTHER"),
        ] {
            let key = try RSAPrivateKey(pem: Array(text.utf8))
            #expect(key.publicKey == expected.publicKey)
            #expect(key.signature(over: message) == expected.signature(over: message))
        }
    }

    @Test("A key with a changed byte is refused or is the same key")
    func changedBytes() throws {
        let pem = try FixtureKey.pem("token")
        let expected = try RSAPrivateKey(pem: pem).signature(over: message)
        // The headers of all values of the first lines, then samples of the numbers.
        for index in Array(28..<90) + stride(from: 90, to: pem.count, by: 61) {
            var changed = pem
            changed[index] = changed[index] == UInt8(ascii: "B") ? UInt8(ascii: "C") : UInt8(ascii: "B")
            guard let key = try? RSAPrivateKey(pem: changed) else { continue }
            #expect(key.signature(over: message) == expected, "byte \(index)")
        }
    }

    @Test("An empty message can be signed")
    func emptyMessage() throws {
        let key = try RSAPrivateKey(pem: FixtureKey.pem("token"))
        #expect(key.publicKey.isValid(signature: key.signature(over: []), over: []))
    }

    @Test("Threads that sign at once with one key all get the right signature")
    func concurrent() throws {
        let key = try RSAPrivateKey(pem: FixtureKey.pem("token"))
        let expected = (0..<16).map { key.signature(over: [UInt8($0)]) }
        let wrong = Guarded(0)
        DispatchQueue.concurrentPerform(iterations: 64) { index in
            let signature = key.signature(over: [UInt8(index % 16)])
            let valid = key.publicKey.isValid(signature: signature, over: [UInt8(index % 16)])
            if signature != expected[index % 16] || !valid { wrong.withLock { $0 += 1 } }
        }
        #expect(wrong.withLock { $0 } == 0)
    }

    @Test(
        "Refuses keys of another algorithm or below 1024 bits",
        arguments: [
            ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
            ["-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:2048"],
            ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:768"],
            ["-algorithm", "ED25519"],
        ])
    func unsuitable(_ options: [String]) throws {
        let directory = try TemporaryDirectory()
        let file = directory.path("key.pem")
        let outcome = try OutsideTool.openssl(["genpkey", "-out", file] + options, in: directory)
        try #require(outcome.status == 0)
        let pem = try TemporaryDirectory.contents(of: file)
        #expect(throws: CryptoError(.unsuitableKey, "")) { try RSAPrivateKey(pem: pem) }
    }

    @Test("Refuses text that isn't a key, without asking the user for a password")
    func unreadable() throws {
        let directory = try TemporaryDirectory()
        let pem = try FixtureKey.pem("token")
        let keyFile = try directory.add("key.pem", pem)
        let encrypted = try OutsideTool.openssl(
            ["pkcs8", "-topk8", "-in", keyFile, "-passout", "pass:secret"], in: directory)
        #expect(encrypted.text.contains("ENCRYPTED"))
        let publicPEM = try RSAPrivateKey(pem: pem).publicKey.pem
        for text in [[], [0], Array("key".utf8), Array(pem.prefix(800)), encrypted.output, publicPEM] {
            #expect(throws: CryptoError(.unreadableKey, "")) { try RSAPrivateKey(pem: text) }
        }
        for text in [[], [0], Array("key".utf8), pem] {
            #expect(throws: CryptoError(.unreadableKey, "")) { try RSAPublicKey(pem: text) }
        }
    }

    @Test("Refuses a key of which any part is damaged", arguments: [false, true])
    func damaged(isOlderForm: Bool) throws {
        var pem = try FixtureKey.pem("token")
        if isOlderForm {
            let directory = try TemporaryDirectory()
            pem = try OutsideTool.openssl(["rsa", "-traditional", "-in", directory.add("key.pem", pem)], in: directory)
                .output
        }
        _ = try RSAPrivateKey(pem: pem)
        let body = pem.firstIndex(of: UInt8(ascii: "\n"))!..<pem.count - 40
        for index in stride(from: body.lowerBound + 50, to: body.upperBound, by: 61)
        where pem[index] != UInt8(ascii: "\n") {
            var damaged = pem
            damaged[index] = pem[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(throws: CryptoError(.unreadableKey, ""), "\(index)") { try RSAPrivateKey(pem: damaged) }
        }
    }

    @Test("An error contains OpenSSL's message")
    func cause() {
        let error = #expect(throws: CryptoError.self) { try RSAPrivateKey(pem: Array("key".utf8)) }
        #expect(error?.cause.isEmpty == false)
    }
}
