import PassCore
import Testing

@Suite("Texts taken apart by their bytes")
struct StringBytesTests {
    @Test("A text is cut at each separator, and also where a combining character follows it")
    func pieces() {
        let comma = UInt8(ascii: ",")
        #expect("".pieces(separatedBy: comma) == [""])
        #expect("a".pieces(separatedBy: comma) == ["a"])
        #expect(",a,,b,".pieces(separatedBy: comma) == ["", "a", "", "b", ""])
        #expect("a,\u{301}b".pieces(separatedBy: comma) == ["a", "\u{301}b"])
        let long = String(repeating: "é", count: 500)
        #expect("\(long),\(long)".pieces(separatedBy: comma) == [long, long])
    }

    @Test("Each byte is replaced, and a text without any stays as it is")
    func replacing() {
        func repaired(_ text: String) -> String { text.replacing(UInt8(ascii: " "), with: UInt8(ascii: "+")) }
        #expect(repaired("") == "")
        #expect(repaired("a+b") == "a+b")
        #expect(repaired(" a  b ") == "+a++b+")
        #expect(repaired("é \u{301}").utf8.elementsEqual("é+\u{301}".utf8))
    }

    @Test("The first of some bytes is found from anywhere")
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
