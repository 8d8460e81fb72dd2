import PassHTTP
import Testing

@Suite("URI references")
struct URIReferenceTests {
    /// The parts of RFC 3986, section 1.1.2 and appendix B, among others; a missing part is shown as `-`.
    @Test(
        "Splits references as RFC 3986 does",
        arguments: [
            ("http://www.ics.uci.edu/pub/ietf/uri/#Related", "http|-|www.ics.uci.edu|-|/pub/ietf/uri/|-|Related"),
            ("ftp://ftp.is.co.za/rfc/rfc1808.txt", "ftp|-|ftp.is.co.za|-|/rfc/rfc1808.txt|-|-"),
            ("ldap://[2001:db8::7]/c=GB?objectClass?one", "ldap|-|2001:db8::7|-|/c=GB|objectClass?one|-"),
            ("mailto:John.Doe@example.com", "mailto|-|-|-|John.Doe@example.com|-|-"),
            ("telnet://192.0.2.16:80/", "telnet|-|192.0.2.16|80|/|-|-"),
            ("urn:oasis:names:tc", "urn|-|-|-|oasis:names:tc|-|-"),
            ("HTTPS://u:p@EXAMPLE.com:/?#", "https|u:p|example.com|-|/||"),
            ("//host/path", "-|-|host|-|/path|-|-"), ("../a;x?y", "-|-|-|-|../a;x|y|-"), ("", "-|-|-|-||-|-"),
            ("file:///etc", "file|-||-|/etc|-|-"), ("./a:b", "-|-|-|-|./a:b|-|-"), ("http:a", "http|-|-|-|a|-|-"),
            ("http://h%41:1/%20", "http|-|h%41|1|/%20|-|-"),
        ])
    func parts(_ text: String, _ expected: String) throws {
        let uri = try #require(URIReference(text))
        let parts = [
            uri.scheme, uri.userInfo, uri.host, uri.port.map(String.init), uri.path, uri.query, uri.fragment,
        ]
        #expect(parts.map { $0 ?? "-" }.joined(separator: "|") == expected)
        #expect(uri.hasAuthority == text.contains("//"))
    }

    @Test(
        "Refuses what the grammar does not allow",
        arguments: [
            "http://a b/", " http://a/", "http://a/\n", "http://a/\u{0}", "http://é/", "http://a/é", "http://a/%",
            "http://a/%4", "http://a/%zz", "http://a:99999/", "http://a:8x/", "http://[::1/", "http://[::1]x/",
            "http://[1:2]/", "http://[::1%25eth0]/", "1a:b", ":a", "http://a\\b/", "http://a/<", "http://a/\"",
            "http://a/?a|b", "http://a/##", "http://a@b@c/", "http://a:-1/", "http://a/{x}",
        ])
    func refuses(_ text: String) {
        #expect(URIReference(text) == nil)
    }
}
