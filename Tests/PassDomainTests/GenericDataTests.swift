import PassDomain
import Testing

@Suite("Generic data")
struct GenericDataTests {
    @Test(
        "A JSON object, and the vendor's form in parentheses, have members",
        arguments: [
            #"{"email":"5f1d0c","n":7}"#, #"("email":"5f1d0c")"#, #" { "email" : "5f1d0c" } "#,
        ])
    func members(_ text: String) throws {
        let data = try #require(GenericData(text))
        #expect(data["email"] == "5f1d0c" && data["n"] == nil && data["mail"] == nil)
    }

    @Test("Any other text is none", arguments: ["", "()x", "5f1d0c", "[]", #""a""#, #"{"a":"b""#, "(", ")("])
    func none(_ text: String) {
        #expect(GenericData(text) == nil)
    }

    @Test("An empty text names no holder, nor does one of more than 1,024 bytes")
    func lengths() throws {
        func value(_ count: Int) throws -> String? {
            try #require(GenericData(#"{"email":"\#(String(repeating: "a", count: count))"}"#))["email"]
        }
        #expect(try value(0) == nil && value(1) == "a")
        #expect(try value(1024)?.utf8.count == 1024 && value(1025) == nil)
    }
}
