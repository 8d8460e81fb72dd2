import PassEndpointKit
import Testing

@Suite("Queries in one parameter")
struct PackedQueryTests {
    @Test("A query is unpacked unchanged, byte for byte", arguments: ["", "a=%2B&b=c%20d&&e", "é=\u{1F4FA}"])
    func roundTrip(_ query: String) throws {
        let packed = PackedQuery.pack(query)
        #expect(packed.wholeMatch(of: /query=[A-Za-z0-9_\-]*/) != nil)
        #expect(Array(try #require(PackedQuery.unpack(Substring(packed))).utf8) == Array(query.utf8))
    }

    @Test(
        "Any other text carries no query",
        arguments: [
            "", "a=b", "quer", "QUERY=YQ", "a=b&query=YQ", "query=YQ==", "query=!", "query=gA", "query=\u{301}YQ",
        ])
    func none(_ query: String) {
        #expect(PackedQuery.unpack(Substring(query)) == nil)
    }
}
