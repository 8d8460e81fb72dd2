import PassCore
import Testing

@Suite("Texts from outside")
struct ExactTextTests {
    /// Pairs that `String` takes for one text.
    static let pairs = [
        ("KIDS", "\u{212A}IDS"), ("a;b", "a\u{37E}b"), ("a`", "a\u{1FEF}"), ("caf\u{E9}", "cafe\u{301}"),
        ("\u{3A9}", "\u{2126}"),
    ]

    @Test("Texts that Unicode regards as equal are different, as values and as keys", arguments: pairs)
    func lookAlikes(_ pair: (String, String)) {
        #expect(pair.0 == pair.1)
        let (one, other) = (ExactText(pair.0), ExactText(pair.1))
        #expect(one != other)
        #expect(Set([one, other, ExactText(pair.0)]).count == 2)
        var values: [ExactText: Int] = [one: 1]
        #expect(values[pair.1] == nil)
        values[pair.1] = 2
        #expect(values[pair.0] == 1)
        #expect((one < other) != (other < one))
    }

    @Test("A text equals its copy, however either is stored")
    func equal() {
        let long = String(repeating: "é", count: 40)
        for text in ["", "a", "\u{212A}", long] {
            let copy = ExactText(String(decoding: Array(text.utf8), as: UTF8.self))
            #expect(ExactText(text) == copy)
            #expect(ExactText(text).hashValue == copy.hashValue)
        }
    }

    @Test("Each byte and the length of a text affect its hash, and so does its end before another text")
    func hashes() {
        let letters = Array("abcdefghijklmnopqrstuvw".utf8)
        var texts = (0...letters.count).flatMap { count in
            let text = Array(letters.prefix(count))
            return [text, text + [0]]
                + text.indices.map { index in
                    text[..<index] + [text[index] ^ 0x20] + text[(index + 1)...]
                }
        }
        texts.append(Array(repeating: 0, count: 2))
        let hashes = Set(texts.map { ExactText(String(decoding: $0, as: UTF8.self)).hashValue })
        #expect(hashes.count == Set(texts).count)
        let pairs = (0...letters.count).map { end in
            var hasher = Hasher()
            String(decoding: letters[..<end], as: UTF8.self).hashBytes(into: &hasher)
            String(decoding: letters[end...], as: UTF8.self).hashBytes(into: &hasher)
            return hasher.finalize()
        }
        #expect(Set(pairs).count == pairs.count)
    }

    @Test("Case folding covers only A to Z, so that no letter of another script becomes one of them")
    func cases() {
        #expect("AbZ[@\u{212A}\u{130}É".asciiLowercased == "abz[@\u{212A}\u{130}É")
        #expect("aBz{`\u{17F}\u{131}ßé".asciiUppercased == "ABZ{`\u{17F}\u{131}ßé")
        #expect("".asciiLowercased.isEmpty)
    }

    @Test("Beginnings and ends are compared by bytes")
    func parts() {
        #expect("abc".startsWithBytes(of: "ab" as String) && "abc".endsWithBytes(of: "bc"))
        #expect(!"\u{212A}".startsWithBytes(of: "K" as String) && !"x\u{212A}".endsWithBytes(of: "K"))
        #expect("e\u{301}".startsWithBytes(of: "e" as String))
        #expect(["K"].containsBytes(of: "K") && !["K"].containsBytes(of: "\u{212A}"))
    }

    @Test("Names of a JSON object that only look the same are two")
    func json() throws {
        let text = Array("{\"K\":1,\"\u{212A}\":2}".utf8)
        let (value, hasRepeatedName) = try JSONValue.read(text)
        #expect(value["K"] == .integer(1))
        #expect(value["\u{212A}"] == .integer(2))
        #expect(!hasRepeatedName)
        #expect(JSONValue.names(text).count == 2)
        #expect(JSONWriter.bytes(of: value) == text)
    }
}
