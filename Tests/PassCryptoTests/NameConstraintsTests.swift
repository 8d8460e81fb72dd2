import PassCore
import Testing

@testable import PassCrypto

@Suite("Name constraints")
struct NameConstraintsTests {
    private let now = SystemWallClock().now()
    private let constraints = NameConstraints.reserved.adding(["auth.adobe.com", "tv.my.net", "203.0.113.7"])

    private static let believed = [
        "sp.auth.adobe.com", "auth.adobe.com", "tv.my.net", "203.0.113.7", "localhost", "a.ns.localhost",
        "login.mvpd.example", "www.example.com", "my-mac.local", "host.docker.internal", "pass-simulator", "127.0.0.1",
        "127.255.0.1", "::1", "10.0.2.2", "172.31.0.1", "192.168.1.5", "fd00::1", "fe80::1",
    ]
    private static let unbelieved = [
        "bank.com", "adobe.com", "account.adobe.com", "auth.adobe.com.bank.com", "xauth.adobe.com", "my.net",
        "vault.corp.internal", "notlocalhost", "single", "203.0.113.8", "8.8.8.8", "172.32.0.1", "128.0.0.1", "::2",
        "2606:4700::1",
    ]

    private func outcome(_ host: String, _ name: String) throws -> OutsideTool.Outcome {
        let directory = try TemporaryDirectory()
        let authority = try CertificateAuthority.create(name: "Test authority", constraints: constraints, now: now)
        let root = try directory.add("root.pem", authority.certificatePEM)
        let leaf = try directory.add("leaf.pem", authority.leaf(for: [host], now: now).certificate.pem)
        return try OutsideTool.openssl(
            [
                "verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", root,
                CertificateName(host)?.isAddress == true ? "-verify_ip" : "-verify_hostname", host, leaf,
            ], in: directory)
    }

    @Test("The openssl command accepts leaves for the hosts that the authority vouches for", arguments: believed)
    func believes(_ host: String) throws {
        let outcome = try outcome(host, "good")
        #expect(outcome.status == 0, "\(outcome.text)")
        let name = try #require(CertificateName(host))
        #expect(constraints.permit(name))
    }

    @Test("The openssl command refuses leaves that its key signs for any other host", arguments: unbelieved)
    func refuses(_ host: String) throws {
        let outcome = try outcome(host, "bad")
        #expect(outcome.status != 0)
        #expect(outcome.text.contains("permitted subtree violation"), "\(outcome.text)")
        let name = try #require(CertificateName(host))
        #expect(!constraints.permit(name))
    }

    @Test("A certificate carries the constraints in a critical extension, and they are read back unchanged")
    func readBack() throws {
        let directory = try TemporaryDirectory()
        let made = try CertificateAuthority.create(name: "Test authority", constraints: constraints, now: now)
        #expect(made.constraints == constraints)
        let read = try CertificateAuthority(certificatePEM: made.certificatePEM, privateKeyPEM: made.privateKeyPEM)
        #expect(read.constraints == constraints)
        let file = try directory.add("root.pem", made.certificatePEM)
        let text = try OutsideTool.openssl(["x509", "-in", file, "-noout", "-text"], in: directory).text
        for part in [
            "Name Constraints: critical", "DNS:tv.my.net", "IP:203.0.113.7/255.255.255.255",
            "IP:172.16.0.0/255.240.0.0", "Extended Key Usage: \n                TLS Web Server Authentication",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }

    @Test("Only missing constraints are added, and invalid host names are skipped")
    func adding() {
        #expect(constraints.adding(["sp.auth.adobe.com", "x.tv.my.net", "a b", "", "127.0.0.1"]) == constraints)
        #expect(constraints.adding(["*.my.org"]).permitted.last == .domain("my.org"))
        #expect(constraints.lacking(["my.net", "localhost", "a b"]) == ["my.net"])
    }

    @Test("An authority from elsewhere is understood: excluded hosts, a first dot, and kinds that it doesn't mention")
    func elsewhere() throws {
        let directory = try TemporaryDirectory()
        let key = directory.path("key.pem")
        let file = directory.path("root.pem")
        let outcome = try OutsideTool.openssl(
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key,
                "-out",
                file, "-subj", "/CN=Company", "-addext",
                "nameConstraints=permitted;DNS:.My.Net,permitted;email:my.net,excluded;DNS:bank.my.net",
            ], in: directory)
        try #require(outcome.status == 0, "\(outcome.text)")
        let authority = try CertificateAuthority(
            certificatePEM: TemporaryDirectory.contents(of: file), privateKeyPEM: TemporaryDirectory.contents(of: key))
        func vouches(_ host: String) throws -> Bool { authority.vouches(for: try #require(CertificateName(host))) }
        #expect(try vouches("tv.my.net") && vouches("8.8.8.8"))
        #expect(try !vouches("my.net") && !vouches("bank.my.net") && !vouches("a.bank.my.net") && !vouches("localhost"))
    }

    @Test("A client that trusts the old certificate of an authority also trusts leaves issued with its new one")
    func remade() throws {
        let directory = try TemporaryDirectory()
        let old = try CertificateAuthority.create(name: "Test authority", constraints: .reserved, now: now)
        let new = try old.remade(constraints: constraints, now: now + .days(1))
        #expect(new.certificate != old.certificate)
        let leaf = try directory.add("leaf.pem", new.leaf(for: ["localhost"], now: now).certificate.pem)
        for authority in [old, new] {
            let root = try directory.add("root.pem", authority.certificatePEM)
            let outcome = try OutsideTool.openssl(["verify", "-x509_strict", "-CAfile", root, leaf], in: directory)
            #expect(outcome.status == 0, "\(outcome.text)")
        }
    }
}
