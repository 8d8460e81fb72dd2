import Testing

@testable import PassHTTP

@Suite("HTTP requests")
struct HTTPRequestTests {
    @Test("A request with changed parts keeps the others of its original")
    func otherParts() {
        let original = HTTPRequest(
            method: .post, target: "/a?b=1", version: .http10, fields: [.accept: "text/html"], body: [1, 2])
        let moved = original.with(
            target: "/c", authority: "other", connection: HTTPConnectionInfo(peerAddress: "192.0.2.1"))
        #expect(moved.target == "/c" && moved.authority == "other" && moved.connection.peerAddress == "192.0.2.1")
        #expect(moved.method == .post && moved.version == .http10)
        #expect(moved.fields[.accept] == "text/html" && moved.body == [1, 2])
        let filled = original.with(body: [3])
        #expect(filled.body == [3] && filled.target == "/a?b=1" && filled.authority == "localhost")
        #expect(filled.connection.peerAddress == "127.0.0.1")
    }

    @Test(
        "Path and query are the text before and after the first question mark",
        arguments: [
            ("/a", "/a", nil), ("/a?", "/a", ""), ("/a?b=1", "/a", "b=1"), ("/a?b?c", "/a", "b?c"), ("?b", "", "b"),
            ("*", "*", nil), ("", "", nil),
        ] as [(String, String, String?)])
    func parts(_ target: String, _ path: String, _ query: String?) {
        for request in [HTTPRequest(target: target), HTTPRequest(target: "/other?query").with(target: target)] {
            #expect(request.path == path)
            #expect(request.query.map(String.init) == query)
            #expect(request.hasQuery == (query != nil))
        }
    }

    @Test("A connection between two requests reserves no memory for one")
    func idleSize() {
        #expect(MemoryLayout<HTTPConnectionMachine>.size <= 128)
    }
}
