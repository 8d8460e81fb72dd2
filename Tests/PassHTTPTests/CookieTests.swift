import PassCore
import PassHTTP
import Testing

@Suite("Cookies")
struct CookieTests {
    @Test(
        "Reads a Cookie field leniently",
        arguments: [
            ("a=1; b=2", ["a=1", "b=2"]), ("a=1;b=2;", ["a=1", "b=2"]), (" a = 1 ;\tb=\"2\"", ["a=1", "b=\"2\""]),
            ("a=b=c; a=", ["a=b=c", "a="]), ("lonely; =x; ok=é", ["ok=é"]), ("", []), (";;;", []),
        ])
    func parses(_ text: String, _ expected: [String]) {
        #expect(CookieHeader.parse(text).map { "\($0.name)=\($0.value)" } == expected)
    }

    @Test("Ignores pairs beyond the bound")
    func bounded() {
        let text = Array(repeating: "a=1", count: 300).joined(separator: ";")
        #expect(CookieHeader.parse(text).count == CookieHeader.maximumPairs)
    }

    /// The example of RFC 6265, section 3.1, and all attributes.
    @Test("Writes a Set-Cookie field")
    func serializes() {
        #expect(SetCookie(name: "SID", value: "31d4d96e407aad42").serialized == "SID=31d4d96e407aad42")
        let full = SetCookie(
            name: "lang", value: "en-US", path: "/", domain: "example.com", maxAgeSeconds: 0,
            expires: Timestamp(seconds: 784_111_777), isSecure: true, isHTTPOnly: true,
            sameSite: SetCookie.SameSite.none)
        #expect(
            full.serialized == "lang=en-US; Expires=Sun, 06 Nov 1994 08:49:37 GMT; Max-Age=0; Domain=example.com; "
                + "Path=/; Secure; HttpOnly; SameSite=None")
    }

    @Test("No value can add an attribute or a line")
    func escapes() {
        let cookie = SetCookie(name: "a=b", value: "x; Path=/\r\nSet-Cookie: y=\"é\"", path: "/a;b")
        #expect(
            cookie.serialized
                == "a%3Db=x%3B%20Path=/%0D%0ASet-Cookie:%20y=%22%C3%A9%22; Path=/a%3Bb")
    }
}
