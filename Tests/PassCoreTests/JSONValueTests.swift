import PassCore
import Testing

@Suite("JSON values")
struct JSONValueTests {
    private func nested(_ depth: Int, after start: String = "") -> [UInt8] {
        Array("[\(start)\(String(repeating: "[", count: depth - 1))\(String(repeating: "]", count: depth))".utf8)
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
