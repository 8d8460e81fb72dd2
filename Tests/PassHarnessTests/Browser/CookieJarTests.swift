import PassHTTP
import Testing

@testable import PassHarness

@Suite("The headless browser's cookies")
struct CookieJarTests {
    private func field(_ lines: [String], from: String, to: String) throws -> String? {
        var jar = CookieJar()
        for line in lines { jar.take(line, from: try #require(URIReference(from))) }
        return jar.field(for: try #require(URIReference(to)))
    }

    @Test("A cookie goes back to its host and below its path")
    func scope() throws {
        let lines = ["a=1; Path=/x", "b=2", "c=3; Path=/"]
        #expect(try field(lines, from: "http://h.example/y/z", to: "http://h.example/x/1") == "a=1; c=3")
        #expect(try field(lines, from: "http://h.example/y/z", to: "http://h.example/y") == "b=2; c=3")
        #expect(try field(lines, from: "http://h.example/y/z", to: "http://h.example/xy") == "c=3")
        #expect(try field(lines, from: "http://h.example/y/z", to: "http://other.example/x") == nil)
    }

    @Test("A domain sends a cookie to hosts below it, and to no others")
    func domains() throws {
        #expect(
            try field(["a=1; Domain=.example.com"], from: "http://x.example.com/", to: "http://y.example.com/") == "a=1"
        )
        #expect(try field(["a=1; Domain=other.com"], from: "http://x.example.com/", to: "http://other.com/") == nil)
    }

    @Test("Secure cookies aren't sent over plain connections")
    func secure() throws {
        #expect(try field(["a=1; Secure"], from: "https://h.example/", to: "http://h.example/") == nil)
        #expect(try field(["a=1; Secure"], from: "https://h.example/", to: "https://h.example/") == "a=1")
    }

    @Test(
        "A cookie is replaced by a newer one and removed by an expired one",
        arguments: [
            "a=; Max-Age=0", "a=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
            "a=; Max-Age=0; Expires=Fri, 31 Dec 2199 00:00:00 GMT",
        ])
    func replaced(end: String) throws {
        #expect(try field(["a=1", "a=2"], from: "http://h.example/", to: "http://h.example/") == "a=2")
        #expect(try field(["a=1", end], from: "http://h.example/", to: "http://h.example/") == nil)
    }

    @Test("Max-Age counts before Expires")
    func precedence() throws {
        let lines = ["a=1; Max-Age=3600; Expires=Thu, 01 Jan 1970 00:00:00 GMT"]
        #expect(try field(lines, from: "http://h.example/", to: "http://h.example/") == "a=1")
    }
}
