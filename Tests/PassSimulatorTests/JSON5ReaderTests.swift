import Testing

@testable import PassSimulator

@Suite("Reading JSON5")
struct JSON5ReaderTests {
    @Test(
        "Values of every kind are read as the specification says",
        arguments: [
            ("null", JSON5Node.Value.null), ("true", .flag(true)), ("false", .flag(false)), ("0", .integer(0)),
            ("-0x1F", .integer(-31)), ("+7", .integer(7)), (".5", .number(0.5)), ("5.", .integer(5)),
            ("1e3", .integer(1000)), ("-1.5E-1", .number(-0.15)), ("9223372036854775807", .integer(.max)),
            ("'it\\'s'", .text("it's")), ("\"a\\\nb\"", .text("ab")), ("\"\\x41\\u00e9\\0\"", .text("Aé\0")),
            ("\"\\uD83D\\uDE00\"", .text("😀")), ("/* c */ 1 // d", .integer(1)),
            ("\u{FEFF}\u{A0}1\u{2028}", .integer(1)),
        ])
    func values(text: String, value: JSON5Node.Value) throws {
        #expect(try JSON5Reader.read(Array(text.utf8)).value == value)
    }

    @Test(
        "A number without a fraction is a whole one however it is written, and keeps all its digits",
        arguments: [
            ("9007199254740993.0", JSON5Node.Value.integer(9_007_199_254_740_993)), ("+.5e1", .integer(5)),
            ("9.223372036854775807e18", .integer(.max)), ("-92233720368547758080e-1", .integer(.min)),
            ("-1500E-2", .integer(-15)), ("-0.0", .integer(0)), ("0e99999999999999999999", .integer(0)),
            ("9223372036854775808.0", .number(9_223_372_036_854_775_808)), ("15e-1", .number(1.5)),
            ("1e19", .number(1e19)), ("1e-9223372036854775808", .number(0)),
        ])
    func wholeNumbers(text: String, value: JSON5Node.Value) throws {
        #expect(try JSON5Reader.read(Array(text.utf8)).value == value)
    }

    @Test("Members keep their order and their positions")
    func order() throws {
        let node = try JSON5Reader.read(Array("{b: 1,\n 'a b': [2, 3,],\n $_é: {},}".utf8))
        let members = try #require(node.members)
        #expect(members.map(\.name) == ["b", "a b", "$_é"])
        #expect(
            members.map(\.position) == [
                .init(line: 1, column: 2), .init(line: 2, column: 2), .init(line: 3, column: 2),
            ])
        #expect(members[1].node.position == .init(line: 2, column: 9))
    }

    @Test(
        "Other text is refused with its position",
        arguments: [
            ("", 1, 1), ("{", 1, 2), ("{a 1}", 1, 4), ("{a: 1 b: 2}", 1, 7), ("[1 2]", 1, 4), ("{,}", 1, 2),
            ("[,]", 1, 2), ("{1a: 1}", 1, 4), ("01", 1, 1), ("0x", 1, 1), ("1e", 1, 1), (".", 1, 1), ("+", 1, 1),
            ("--1", 1, 1), ("Infinity", 1, 1), ("NaN", 1, 1), ("nul", 1, 1), ("'a", 1, 1), ("'a\nb'", 1, 3),
            ("'\\1'", 1, 4), ("'\\x4'", 1, 5), ("1 2", 1, 3), ("/ 1", 1, 1), ("/* 1", 1, 1), ("{a: 1,\n a: 2}", 2, 2),
            ("1e999", 1, 1), ("'\\uD83D\\u0041'", 1, 14),
        ])
    func refused(text: String, line: Int, column: Int) throws {
        let error = try #require(throws: JSON5Error.self) { try JSON5Reader.read(Array(text.utf8)) }
        #expect(error.position == .init(line: line, column: column), "\(error)")
    }

    @Test("Nesting beyond 64 levels and bytes that aren't UTF-8 are refused")
    func bounds() throws {
        let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(throws: Never.self) { try JSON5Reader.read(Array(deep.utf8)) }
        #expect(throws: JSON5Error.self) { try JSON5Reader.read(Array("[\(deep)]".utf8)) }
        #expect(throws: JSON5Error.self) { try JSON5Reader.read([0x22, 0xFF, 0x22]) }
    }

    @Test("A word of a million points is refused after one look at each", .timeLimit(.minutes(1)))
    func points() throws {
        let text = String(repeating: "1.", count: 1_000_000)
        #expect(throws: JSON5Error.self) { try JSON5Reader.read(Array(text.utf8)) }
    }

    @Test("Each Unicode space ends a bare name, and each of its neighbours belongs to the name")
    func unicodeSpaces() throws {
        let spaces: [UInt32] = [0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF] + (0x2000...0x200A)
        for value in spaces {
            for neighbour in [value - 1, value, value + 1] {
                guard let scalar = Unicode.Scalar(neighbour) else { continue }
                let node = try JSON5Reader.read(Array("{a\(scalar): 1}".utf8))
                let expected = spaces.contains(neighbour) ? "a" : "a\(scalar)"
                #expect(node.members?.first?.name == expected, "U+\(String(neighbour, radix: 16))")
            }
        }
    }
}
