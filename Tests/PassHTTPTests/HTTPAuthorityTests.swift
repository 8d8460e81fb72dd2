import PassHTTP
import Testing

@Suite("HTTP authorities")
struct HTTPAuthorityTests {
    @Test(
        "Reads host and port and writes them back",
        arguments: [
            ("Example.COM", "example.com", nil, "example.com"), ("a:8080", "a", 8080, "a:8080"),
            ("127.0.0.1:0", "127.0.0.1", 0, "127.0.0.1:0"), ("[::1]:8080", "::1", 8080, "[::1]:8080"),
            ("[FE80::A]", "fe80::a", nil, "[fe80::a]"), ("a:", "a", nil, "a"), ("a:00080", "a", 80, "a:80"),
            ("[::ffff:1.2.3.4]", "::ffff:1.2.3.4", nil, "[::ffff:1.2.3.4]"), ("[::]:1", "::", 1, "[::]:1"),
            ("[1:2:3:4:5:6:7:8]", "1:2:3:4:5:6:7:8", nil, "[1:2:3:4:5:6:7:8]"),
            ("[1:2:3:4:5:6:7::]", "1:2:3:4:5:6:7::", nil, "[1:2:3:4:5:6:7::]"),
        ] as [(String, String, Int?, String)])
    func reads(_ text: String, _ host: String, _ port: Int?, _ written: String) throws {
        let authority = try #require(HTTPAuthority(text))
        #expect(authority.host == host)
        #expect(authority.port == port)
        #expect(authority.description == written)
        #expect(authority == HTTPAuthority(host: host, port: port))
    }

    @Test(
        "Refuses anything else",
        arguments: [
            "", ":80", "a b", "a:65536", "a:8a", "a:80:80", "::1", "[::1", "::1]", "[]", "[1::2::3]", "[12345::]",
            "[1:2:3:4:5:6:7:8:9]", "[1:2:3:4:5:6:7:8::]", "[:1]", "[1:]", "[::1.2.3]", "[::1.2.3.256]", "[::01.2.3.4]",
            "u@a", "a/", "a?", "a#", "é", "a\u{0}", "a%", "[v1.a]", "a:+1", "a,b c", "http://a",
        ])
    func refuses(_ text: String) {
        #expect(HTTPAuthority(text) == nil)
    }
}
