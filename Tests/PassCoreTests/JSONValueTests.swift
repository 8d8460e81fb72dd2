import PassCore
import Testing

@Suite("JSON values")
struct JSONValueTests {
    private func nested(_ depth: Int, after start: String = "") -> [UInt8] {
        Array("[\(start)\(String(repeating: "[", count: depth - 1))\(String(repeating: "]", count: depth))".utf8)
    }

    @Test("The names of the outermost object come in written order, each once")
    func names() {
        let text = #"{"b":{"x":"}"},"a\"":["c:",{"d":1}],"\u0062":"b","":null}"#
        #expect(JSONValue.names(Array(text.utf8)) == ["b", "a\"", ""])
        #expect(JSONValue.names(Array("{}".utf8)) == [])
    }

    @Test("A hundred thousand names are listed in the time of a few look-ups each", .timeLimit(.minutes(1)))
    func manyNames() {
        let members = (0..<100_000).map { "\"\($0)\":0" }.joined(separator: ",")
        #expect(JSONValue.names(Array("{\(members)}".utf8)).count == 100_000)
    }

    @Test("64 levels are read and 65 refused")
    func depth() throws {
        _ = try JSONValue.parse(nested(64))
        #expect(throws: JSONError.self) { try JSONValue.parse(nested(65)) }
    }

    @Test(
        "Brackets in strings don't count as levels, neither up nor down",
        arguments: ["]]]]]]]]]]]]", "[[[[[[[[[[[[", #"\"]]]]]]]"#, #"\\\"}}}}}}}"#])
    func brackets(_ text: String) throws {
        _ = try JSONValue.parse(nested(64, after: "\"\(text)\","))
        let error = #expect(throws: JSONError.self) { try JSONValue.parse(nested(65, after: "\"\(text)\",")) }
        #expect(error?.message == "nested deeper than 64 levels")
    }
}
