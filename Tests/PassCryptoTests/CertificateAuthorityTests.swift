import PassCore
import PassCrypto
import Testing

@Suite("Certificate authority")
struct CertificateAuthorityTests {
    private let now = SystemWallClock().now()

    /// 253 characters in labels of at most 63.
    private static let longest =
        ([String](repeating: String(repeating: "a", count: 63), count: 3) + [String(repeating: "b", count: 61)])
        .joined(separator: ".")

    @Test(
        "Leaves for every kind of host pass the openssl command's strict check of chain, purpose and host",
        arguments: [
            ("localhost", "-verify_hostname"), ("sp.auth.adobe.com", "-verify_hostname"),
            ("a_b.example", "-verify_hostname"),
            ("127.0.0.1", "-verify_ip"), ("::1", "-verify_ip"), ("[2001:db8::7]", "-verify_ip"),
            (String(repeating: "c", count: 63) + ".example", "-verify_hostname"), (longest, "-verify_hostname"),
        ])
    func strict(_ name: String, _ option: String) throws {
        let directory = try TemporaryDirectory()
        let authority = try CertificateAuthority.create(name: "Test authority", now: now)
        let leaf = try authority.leaf(for: [name], now: now)
        let root = try directory.add("root.pem", authority.certificatePEM)
        let file = try directory.add("leaf.pem", leaf.certificate.pem)
        let host = String(name.drop { $0 == "[" }.prefix { $0 != "]" })
        let outcome = try OutsideTool.openssl(
            ["verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", root, option, host, file], in: directory)
        #expect(outcome.status == 0, "\(outcome.text)")
    }

    @Test("The root passes the strict check itself")
    func strictRoot() throws {
        let directory = try TemporaryDirectory()
        let authority = try CertificateAuthority.create(name: String(repeating: "ü", count: 64), now: now)
        let root = try directory.add("root.pem", authority.certificatePEM)
        let outcome = try OutsideTool.openssl(["verify", "-x509_strict", "-CAfile", root, root], in: directory)
        #expect(outcome.status == 0, "\(outcome.text)")
    }

    @Test("A leaf names all its hosts by their kind, and a wildcard covers one label")
    func names() throws {
        let directory = try TemporaryDirectory()
        let authority = try CertificateAuthority.create(name: "Test authority", now: now)
        let leaf = try authority.leaf(for: ["*.ns.LOCALHOST.", "localhost", "127.0.0.1", "::1"], now: now)
        let root = try directory.add("root.pem", authority.certificatePEM)
        let file = try directory.add("leaf.pem", leaf.certificate.pem)
        let names = try OutsideTool.openssl(["x509", "-in", file, "-noout", "-ext", "subjectAltName"], in: directory)
        #expect(
            names.text.contains(
                "DNS:*.ns.localhost, DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1\n"))
        for (host, status) in [("demo.ns.localhost", 0), ("a.demo.ns.localhost", 2), ("localhost", 0)]
            as [(String, Int32)]
        {
            let outcome = try OutsideTool.openssl(
                ["verify", "-CAfile", root, "-verify_hostname", host, file], in: directory)
            #expect(outcome.status == status, "\(host): \(outcome.text)")
        }
    }

    @Test("A leaf says what RFC 5280 asks of a server's certificate")
    func fields() throws {
        let directory = try TemporaryDirectory()
        let authority = try CertificateAuthority.create(name: "Test authority", now: now)
        let leaf = try authority.leaf(for: ["sp.auth.adobe.com"], now: now)
        let file = try directory.add("leaf.pem", leaf.certificate.pem)
        let text = try OutsideTool.openssl(["x509", "-in", file, "-noout", "-text"], in: directory).text
        for part in [
            "Version: 3", "Issuer: CN = Test authority", "Subject: CN = sp.auth.adobe.com", "NIST CURVE: P-256",
            "Basic Constraints: critical\n                CA:FALSE",
            "Key Usage: critical\n                Digital Signature\n",
            "TLS Web Server Authentication", "Subject Key Identifier", "Authority Key Identifier",
            "ecdsa-with-SHA256",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        let certificate = leaf.certificate
        #expect(certificate.notBefore == (now - .hours(1)).wholeSecond)
        #expect(certificate.notAfter == (now + .days(90)).wholeSecond)
        let der = try OutsideTool.openssl(["x509", "-in", file, "-outform", "DER"], in: directory)
        #expect(certificate.der == der.output)
    }

    @Test("The root is a critical authority over leaves only, for ten years")
    func rootFields() throws {
        let directory = try TemporaryDirectory()
        let authority = try CertificateAuthority.create(name: "Test authority", now: now)
        let file = try directory.add("root.pem", authority.certificatePEM)
        let text = try OutsideTool.openssl(["x509", "-in", file, "-noout", "-text"], in: directory).text
        #expect(text.contains("Basic Constraints: critical\n                CA:TRUE, pathlen:0\n"))
        #expect(text.contains("Key Usage: critical\n                Certificate Sign, CRL Sign\n"))
        #expect(authority.certificate.notAfter == (now + .days(3652)).wholeSecond)
    }

    @Test("A host with more than 64 characters is in a critical subjectAltName, beside an empty subject")
    func longName() throws {
        let directory = try TemporaryDirectory()
        let authority = try CertificateAuthority.create(name: "Test authority", now: now)
        let leaf = try authority.leaf(for: [Self.longest], now: now)
        let file = try directory.add("leaf.pem", leaf.certificate.pem)
        let text = try OutsideTool.openssl(["x509", "-in", file, "-noout", "-text"], in: directory).text
        #expect(text.contains("Subject: \n"))
        #expect(text.contains("Subject Alternative Name: critical\n"))
    }

    @Test("Two leaves never share a serial number, which has at most 159 bits")
    func serialNumbers() throws {
        let directory = try TemporaryDirectory()
        let authority = try CertificateAuthority.create(name: "Test authority", now: now)
        var serials: Set<String> = []
        for _ in 0..<3 {
            let file = try directory.add("leaf.pem", authority.leaf(for: ["localhost"], now: now).certificate.pem)
            let outcome = try OutsideTool.openssl(["x509", "-in", file, "-noout", "-serial"], in: directory)
            let digits = outcome.text.dropFirst("serial=".count).dropLast()
            #expect(digits.count <= 40 && (digits.count < 40 || digits.first.map { $0 < "8" } == true))
            serials.insert(String(digits))
        }
        #expect(serials.count == 3)
    }

    @Test(
        "Refuses names that no host can have",
        arguments: [
            "", ".", "a..b", ".a", "a b", "a\nb", "a\0b", "127.0.0.1\0.example", "a,DNS:b", "ü.example", "*", "a.*.b",
            "*a.b",
            "[127.0.0.1]", "[::1", "::1%eth0", "a:80", longest + "x", String(repeating: "a", count: 64) + ".b",
            String(repeating: "a.", count: 200),
        ])
    func invalid(_ name: String) throws {
        let authority = try CertificateAuthority.create(name: "Test authority", now: now)
        #expect(throws: CryptoError(.invalidName, "")) { try authority.leaf(for: [name], now: now) }
        #expect(throws: CryptoError(.invalidName, "")) { try authority.leaf(for: ["localhost", name], now: now) }
    }

    @Test("A certificate for no name at all is refused")
    func noNames() throws {
        let authority = try CertificateAuthority.create(name: "Test authority", now: now)
        #expect(throws: CryptoError(.invalidName, "")) { try authority.leaf(for: [], now: now) }
    }

    @Test("Refuses names that an authority can't have", arguments: ["", "a\nb", String(repeating: "a", count: 65)])
    func invalidAuthority(_ name: String) {
        #expect(throws: CryptoError(.invalidName, "")) { try CertificateAuthority.create(name: name, now: now) }
    }

    @Test("An authority read back from its PEM texts signs under the same root")
    func readBack() throws {
        let directory = try TemporaryDirectory()
        let made = try CertificateAuthority.create(name: "Test authority", now: now)
        let read = try CertificateAuthority(certificatePEM: made.certificatePEM, privateKeyPEM: made.privateKeyPEM)
        #expect(read.certificate == made.certificate)
        let root = try directory.add("root.pem", made.certificatePEM)
        let file = try directory.add("leaf.pem", read.leaf(for: ["localhost"], now: now).certificate.pem)
        let outcome = try OutsideTool.openssl(["verify", "-x509_strict", "-CAfile", root, file], in: directory)
        #expect(outcome.status == 0, "\(outcome.text)")
    }

    @Test("Refuses a certificate with another authority's key, a host's certificate, and a key of another kind")
    func mismatched() throws {
        let made = try CertificateAuthority.create(name: "Test authority", now: now)
        let other = try CertificateAuthority.create(name: "Test authority", now: now)
        let unsuitable = CryptoError(.unsuitableCertificate, "")
        #expect(throws: unsuitable) {
            try CertificateAuthority(certificatePEM: made.certificatePEM, privateKeyPEM: other.privateKeyPEM)
        }
        let leaf = try made.leaf(for: ["localhost"], now: now)
        #expect(throws: unsuitable) {
            try CertificateAuthority(certificatePEM: leaf.certificate.pem, privateKeyPEM: made.privateKeyPEM)
        }
        let rsa = try FixtureKey.pem("token")
        #expect(throws: CryptoError(.unsuitableKey, "")) {
            try CertificateAuthority(certificatePEM: made.certificatePEM, privateKeyPEM: rsa)
        }
        #expect(throws: CryptoError(.unreadableCertificate, "")) {
            try CertificateAuthority(certificatePEM: Array("none".utf8), privateKeyPEM: made.privateKeyPEM)
        }
    }

    @Test("A leaf never outlives its root, and an expired root signs nothing")
    func rootEnds() throws {
        let authority = try CertificateAuthority.create(name: "Test authority", now: now - .days(3600))
        let leaf = try authority.leaf(for: ["localhost"], now: now)
        #expect(leaf.certificate.notAfter == authority.certificate.notAfter)
        #expect(throws: CryptoError(.expiredCertificate, "")) {
            try authority.leaf(for: ["localhost"], now: authority.certificate.notAfter)
        }
        #expect(throws: CryptoError(.prematureCertificate, "")) {
            try authority.leaf(for: ["localhost"], now: authority.certificate.notBefore - .seconds(1))
        }
    }
}
