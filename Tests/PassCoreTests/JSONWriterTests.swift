import PassCore
import Testing

@Suite("The JSON writer")
struct JSONWriterTests {
    private func text(_ members: (inout JSONWriter) -> Void) -> String {
        String(decoding: JSONWriter.object(members), as: UTF8.self)
    }

    @Test(
        "Integers keep each digit, as numbers and as texts",
        arguments: [0, 7, 10, -1, 1_767_227_400_000, .max, .min])
    func integers(value: Int64) {
        #expect(text { $0.member("n", value) } == #"{"n":\#(value)}"#)
        let json = text {
            $0.member("a", digits: value)
            $0.member("b", digits: value)
        }
        #expect(json == #"{"a":"\#(value)","b":"\#(value)"}"#)
    }

    @Test(
        "A value stands between the two texts of the object that it is part of, and the next member after a comma",
        arguments: [
            (.string(#"a"b"#), #""a\"b""#), (.integer(1), "1"), (.null, "null"), (.array([.bool(true)]), "[true]"),
            (.array([]), "[]"), (.object([:]), "{}"), (.object(["b": .integer(2), "a": .null]), #"{"a":null,"b":2}"#),
        ] as [(JSONValue, String)])
    func surrounded(value: JSONValue, written: String) {
        let json = text {
            $0.member("first", #"{"value":"#, value, #","state":"plain"}"#)
            $0.member(.text("se\"cond"), #"{"value":"#, value, "}")
        }
        #expect(json == #"{"first":{"value":\#(written),"state":"plain"},"se\"cond":{"value":\#(written)}}"#)
    }
}
