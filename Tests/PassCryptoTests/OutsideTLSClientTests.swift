import PassCore
import PassCrypto
import Testing

@Suite("TLS with the openssl command as client")
struct OutsideTLSClientTests {
    private let directory: TemporaryDirectory
    private let root: String
    private let server: TLSTestServer

    init() throws {
        let test = try TestAuthority()
        directory = try TemporaryDirectory()
        root = try directory.add("root.pem", test.authority.certificatePEM)
        server = try TLSTestServer(test.context)
    }

    private func connect(_ options: String...) throws -> OutsideTool.Outcome {
        try OutsideTool.openssl(
            ["s_client", "-connect", "127.0.0.1:\(server.port)", "-CAfile", root, "-verify_return_error"] + options,
            in: directory)
    }

    @Test(
        "Speaks TLS 1.3 and 1.2 with a certificate for the host that was asked for",
        arguments: [("-tls1_3", "TLSv1.3"), ("-tls1_2", "TLSv1.2")])
    func versions(_ option: String, _ version: String) throws {
        let outcome = try connect(
            option, "-servername", "sp.auth.adobe.com", "-verify_hostname", "sp.auth.adobe.com", "-x509_strict")
        #expect(outcome.status == 0, "\(outcome.text)")
        #expect(outcome.text.contains("subject=CN = sp.auth.adobe.com"))
        #expect(outcome.text.contains("Protocol  : \(version)") || outcome.text.contains("New, \(version)"))
        #expect(outcome.text.contains("Verify return code: 0 (ok)"))
        #expect(outcome.text.contains("Secure Renegotiation IS") && outcome.text.contains("Compression: NONE"))
    }

    @Test("A client that names no host gets the server's own names")
    func noName() throws {
        let outcome = try connect("-noservername", "-verify_ip", "127.0.0.1")
        #expect(outcome.status == 0, "\(outcome.text)")
        #expect(outcome.text.contains("subject=CN = localhost"))
    }

    @Test("Refuses versions before 1.2 and suites without forward secrecy")
    func old() throws {
        for options in [
            ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"], ["-tls1_2", "-cipher", "AES128-SHA:AES256-GCM-SHA384"],
        ] {
            let outcome = try connect(options[0], options[1], options[2])
            #expect(outcome.status == 1, "\(outcome.text)")
            #expect(outcome.text.contains("alert"))
        }
    }

    @Test(
        "The server's order of suites is used, unless a client prefers ChaCha20 to all others",
        arguments: [
            ("ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES128-GCM-SHA256"),
            ("ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-ECDSA-AES256-GCM-SHA384"),
            ("ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-CHACHA20-POLY1305"),
        ])
    func order(_ offered: String, _ chosen: String) throws {
        #expect(try connect("-tls1_2", "-cipher", offered).text.contains("Cipher is \(chosen)"))
    }

    @Test("Chooses http/1.1 among the protocols offered, does without an offer, and refuses an offer without it")
    func protocols() throws {
        for offer in ["h2,http/1.1", "http/1.0,http/1.1"] {
            #expect(try connect("-alpn", offer).text.contains("ALPN protocol: http/1.1"), "\(offer)")
        }
        for offer in ["http/1.0", "h2,http/1.0"] {
            #expect(try connect("-alpn", offer).text.contains("ALPN protocol: http/1.0"), "\(offer)")
        }
        #expect(try connect().text.contains("No ALPN negotiated"))
        let refused = try connect("-alpn", "h2")
        #expect(refused.status == 1)
        #expect(refused.text.contains("no application protocol"))
    }

    @Test("A session is resumed by its ticket")
    func resumption() throws {
        let file = directory.path("session.pem")
        #expect(try connect("-tls1_2", "-servername", "a.example", "-sess_out", file).text.contains("New, TLSv1.2"))
        #expect(try connect("-tls1_2", "-servername", "a.example", "-sess_in", file).text.contains("Reused, TLSv1.2"))
    }

    @Test("Names of any length and content that the openssl command sends are answered")
    func oddNames() throws {
        for name in ["a..b", "a b", "ü.example", String(repeating: "x", count: 255)] {
            let outcome = try connect("-servername", name)
            #expect(outcome.status == 0, "\(outcome.text)")
            #expect(outcome.text.contains("subject=CN = localhost"))
        }
    }
}
