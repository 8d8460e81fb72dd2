import PassCore
import Testing

@Suite("JSON values")
struct JSONValueTests {
    private func nested(_ depth: Int, after start: String = "") -> [UInt8] {
        Array("[\(start)\(String(repeating: "[", count: depth - 1))\(String(repeating: "]", count: depth))".utf8)
    }

    private func refusal(of text: String) -> String? {
        #expect(throws: JSONError.self) { try JSONValue.parse(Array(text.utf8)) }?.message
    }

    @Test("The names of the outermost object are listed in written order, each once")
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
        "Brackets in strings don't affect the level",
        arguments: ["]]]]]]]]]]]]", "[[[[[[[[[[[[", #"\"]]]]]]]"#, #"\\\"}}}}}}}"#])
    func brackets(_ text: String) throws {
        _ = try JSONValue.parse(nested(64, after: "\"\(text)\","))
        let error = #expect(throws: JSONError.self) { try JSONValue.parse(nested(65, after: "\"\(text)\",")) }
        #expect(error?.message == "nested deeper than 64 levels")
    }

    @Test(
        "Each form of a value is read",
        arguments: [
            ("null", .null), (" \t\r\n true ", .bool(true)), ("false", .bool(false)), ("0", .integer(0)),
            ("-0", .integer(0)), ("1.0", .integer(1)), ("1E+2", .integer(100)), ("-1.5e-1", .number(-0.15)),
            ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
            ("1e-400", .integer(0)), ("\"\"", .string("")), ("\"\u{7F}é\"", .string("\u{7F}é")),
            (#""\"\\\/\b\f\n\r\t\u0041\u00e9""#, .string("\"\\/\u{8}\u{C}\n\r\tAé")),
            (#""\uD83D\uDE00\u0000""#, .string("😀\0")), ("[]", .array([])), ("{}", .object([:])),
            ("[1 , [2],{}]", .array([.integer(1), .array([.integer(2)]), .object([:])])),
            (#"{ "a" : 1 , "b":{"c":[null]} }"#, .object(["a": .integer(1), "b": .object(["c": .array([.null])])])),
            (#"{"a":1,"\u0061":2}"#, .object(["a": .integer(1)])), ("\u{FEFF}1", .integer(1)),
        ] as [(String, JSONValue)])
    func forms(text: String, value: JSONValue) throws {
        #expect(try JSONValue.parse(Array(text.utf8)) == value)
    }

    @Test(
        "Text outside the grammar is refused, with its position",
        arguments: [
            ("", "a value is expected at byte 0"), (" ", "a value is expected at byte 1"),
            ("1 2", "unexpected text after the value at byte 2"), ("[1,]", "a value is expected at byte 3"),
            ("[,1]", "a value is expected at byte 1"), ("[1 2]", "a comma or a closing bracket is expected at byte 3"),
            ("[1", "a comma or a closing bracket is expected at byte 2"), ("{a:1}", "a name is expected at byte 1"),
            (#"{"a"}"#, "a colon is expected at byte 4"), (#"{"a":}"#, "a value is expected at byte 5"),
            (#"{"a":1,}"#, "a name is expected at byte 7"),
            (#"{"a":1"#, "a comma or a closing brace is expected at byte 6"), ("tru", "a value is expected at byte 0"),
            ("True", "a value is expected at byte 0"), ("NaN", "a value is expected at byte 0"),
            ("01", "unexpected text after the value at byte 1"), ("-", "a digit is expected at byte 1"),
            ("+1", "a value is expected at byte 0"), (".5", "a value is expected at byte 0"),
            ("1.", "a digit is expected at byte 2"), ("1e", "a digit is expected at byte 2"),
            ("1e+", "a digit is expected at byte 3"), ("0x1", "unexpected text after the value at byte 1"),
            ("1e400", "a number is beyond what Double holds at byte 5"), ("'a'", "a value is expected at byte 0"),
            (#""a"#, "a string has no end at byte 2"), (#""\"#, "a string has no end at byte 2"),
            ("\"\n\"", "a string contains a control character at byte 1"),
            (#""\x41""#, "an escape sequence is unknown at byte 3"),
            (
                #""\u00g0""#,
                "four hex digits are expected at byte 5"
            ),
            (#""\ud800""#, "a surrogate is unpaired at byte 7"),
            (#""\ud800\n""#, "a surrogate is unpaired at byte 8"),
            (#""\ud800\u0041""#, "a surrogate is unpaired at byte 13"),
            (#""\udc00""#, "a surrogate is unpaired at byte 7"), ("//\n1", "a value is expected at byte 0"),
        ])
    func refusals(text: String, message: String) {
        #expect(refusal(of: text) == message)
    }

    @Test(
        "Bytes that aren't UTF-8 are refused, in values, names and around them",
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0x5C, 0x6E, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x31, 0x00],
        ])
    func encoding(bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSONValue.parse(bytes) }
    }

    @Test(
        "A duplicate name in an object is noticed at any depth and spelling, and its first value is used",
        arguments: [
            (#"{"a":1,"a":2}"#, true), (#"{"a":1,"\u0061":2}"#, true), (#"[{"b":{"c":null,"c":1}},2]"#, true),
            (#"{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}"#, false), (#"{"a":"a","A":"a"}"#, false), ("1", false),
        ])
    func repeatedNames(text: String, isRepeated: Bool) throws {
        let (value, hasRepeatedName) = try JSONValue.read(Array(text.utf8))
        #expect(hasRepeatedName == isRepeated)
        if case .object(let members) = value { #expect(members["a"] == .integer(1) || members["a"] == .string("a")) }
        #expect((JSONValue.unambiguousObject(Array(text.utf8)) != nil) == (text.hasPrefix("{") && !isRepeated))
    }

    @Test("A number of more than 1,024 characters is refused")
    func longNumbers() throws {
        let digits = String(repeating: "1", count: 1_024)
        #expect(refusal(of: digits) == "a number is beyond what Double holds at byte 1024")
        #expect(try JSONValue.parse(Array(("0." + digits.dropLast(2)).utf8)).integerValue == nil)
        #expect(refusal(of: "0." + digits.dropLast()) == "a number is longer than 1024 characters at byte 1025")
    }

    @Test("Ten thousand nested and repeated values are read within the time for a file", .timeLimit(.minutes(1)))
    func manyBrackets() throws {
        let group = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
        let text = "[" + String(repeating: group + ",", count: 10_000) + "1]"
        #expect(try JSONValue.parse(Array(text.utf8)).arrayValue?.count == 10_001)
    }
}
