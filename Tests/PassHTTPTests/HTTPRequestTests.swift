import PassHTTP
import Testing

@Suite("HTTP requests")
struct HTTPRequestTests {
    @Test("A changed request leaves its copies as they were")
    func copies() {
        let original = HTTPRequest(method: .post, target: "/a?b=1", body: [1, 2])
        var changed = original
        changed.method = .put
        changed.target = "/c"
        changed.version = .http10
        changed.authority = "other"
        changed.fields.append(.accept, "text/html")
        changed.body.append(3)
        changed.connection = HTTPConnectionInfo(peerAddress: "192.0.2.1")
        #expect(original.method == .post && original.target == "/a?b=1" && original.version == .http11)
        #expect(original.authority == "localhost" && original.fields.isEmpty && original.body == [1, 2])
        #expect(original.connection.peerAddress == "127.0.0.1")
        #expect(changed.method == .put && changed.target == "/c" && changed.version == .http10)
        #expect(changed.authority == "other" && changed.fields[.accept] == "text/html" && changed.body == [1, 2, 3])
        #expect(changed.connection.peerAddress == "192.0.2.1")
    }

    @Test(
        "Path and query are what stands before and behind the first question mark",
        arguments: [
            ("/a", "/a", nil), ("/a?", "/a", ""), ("/a?b=1", "/a", "b=1"), ("/a?b?c", "/a", "b?c"), ("?b", "", "b"),
            ("*", "*", nil), ("", "", nil),
        ] as [(String, String, String?)])
    func parts(_ target: String, _ path: String, _ query: String?) {
        var request = HTTPRequest(target: "/other?query")
        request.target = target
        #expect(String(request.path) == path)
        #expect(request.query.map(String.init) == query)
    }

    @Test("A connection between two requests has no room for one")
    func idleSize() {
        #expect(MemoryLayout<HTTPConnectionMachine>.size <= 128)
    }
}
