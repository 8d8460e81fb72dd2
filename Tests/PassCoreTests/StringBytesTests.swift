import PassCore
import Testing

@Suite("Texts taken apart by their bytes")
struct StringBytesTests {
    @Test("A text is split at each separator, even if a combining character follows it")
    func pieces() {
        let comma = UInt8(ascii: ",")
        #expect("".pieces(separatedBy: comma) == [""])
        #expect("a".pieces(separatedBy: comma) == ["a"])
        #expect(",a,,b,".pieces(separatedBy: comma) == ["", "a", "", "b", ""])
        #expect("a,\u{301}b".pieces(separatedBy: comma) == ["a", "\u{301}b"])
        let long = String(repeating: "é", count: 500)
        #expect("\(long),\(long)".pieces(separatedBy: comma) == [long, long])
    }

    @Test("Each matching byte is replaced, and a text without any stays unchanged")
    func replacing() {
        func repaired(_ text: String) -> String { text.replacing(UInt8(ascii: " "), with: UInt8(ascii: "+")) }
        #expect(repaired("") == "")
        #expect(repaired("a+b") == "a+b")
        #expect(repaired(" a  b ") == "+a++b+")
        #expect(repaired("é \u{301}").utf8.elementsEqual("é+\u{301}".utf8))
    }

    @Test("Only UTF-8 becomes a text of exactly these bytes")
    func exactly() {
        func text(_ bytes: [UInt8]) -> String? { bytes.withUnsafeBufferPointer { String(exactly: $0) } }
        for whole in ["", "a", "é", "\u{FFFD}", "a\0b", "e\u{301}", String(repeating: "ab€", count: 300)] {
            #expect(text(Array(whole.utf8))?.utf8.elementsEqual(whole.utf8) == true)
        }
        // A byte alone, a cut code point, an overlong form, a surrogate, and a value beyond U+10FFFF.
        for broken in [[0xFF], [0x61, 0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]] {
            #expect(text(broken) == nil)
        }
    }

    @Test("The control characters are those of ASCII", arguments: ["\0", "a\u{1F}", "long enough for two words\u{7F}"])
    func controlCharacters(text: String) {
        #expect(text.hasControlCharacters)
        let plain = text.utf8.filter { $0 >= 0x20 && $0 != 0x7F } + Array("é\u{85}~".utf8)
        #expect(!String(decoding: plain, as: UTF8.self).hasControlCharacters)
    }

    @Test("Texts are ordered by their bytes, a prefix before the longer text")
    func order() {
        // Two of them are the same character in different code points.
        let sorted = ["", "A", "Aa", "B", "a", "ab", "b", "e\u{301}", "z", "\u{E9}", "\u{FFFD}", "\u{1F600}"]
        for (left, first) in sorted.enumerated() {
            for (right, second) in sorted.enumerated() {
                #expect(first.precedesByBytes(second) == (left < right), "\(first) \(second)")
            }
        }
    }

    @Test("The first of several bytes is found from any position")
    func firstIndex() {
        let bytes = Array("a=b&c=d".utf8)
        bytes.withUnsafeBufferPointer { bytes in
            #expect(bytes.firstIndex(of: UInt8(ascii: "="), from: 0) == 1)
            #expect(bytes.firstIndex(of: UInt8(ascii: "="), from: 2) == 5)
            #expect(bytes.firstIndex(of: UInt8(ascii: "="), from: 6) == 7)
            #expect(bytes.firstIndex(of: UInt8(ascii: "="), from: 7) == 7)
        }
        let none = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        #expect(none.firstIndex(of: 0, from: 0) == 0)
    }
}
