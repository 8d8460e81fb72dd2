import Testing

@testable import PassHTTP

@Suite("Request methods")
struct HTTPMethodTests {
    @Test(
        "Bytes and text of one name are one method, and a name that is nearly a known one is another",
        arguments: [
            ("GET", HTTPMethod.get), ("POST", .post), ("HEAD", .head), ("PUT", .put), ("PATCH", .patch),
            ("DELETE", .delete), ("OPTIONS", .options), ("CONNECT", .connect), ("TRACE", .trace),
            ("get", .other("get")), ("GAT", .other("GAT")), ("GEX", .other("GEX")), ("GETT", .other("GETT")),
            ("POXT", .other("POXT")), ("PAST", .other("PAST")), ("POSS", .other("POSS")), ("G", .other("G")),
        ])
    func names(name: String, method: HTTPMethod) {
        #expect(HTTPMethod(rawValue: name) == method)
        #expect(Array(name.utf8).withUnsafeBytes { HTTPMethod($0) } == method)
        #expect(method.rawValue == name)
    }
}
