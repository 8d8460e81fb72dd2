import PassCore
import Testing

@Suite("Byte writer")
struct ByteWriterTests {
    @Test("Pieces of each kind follow each other, however little room there was initially", arguments: [1, 7, 100])
    func pieces(_ capacity: Int) {
        var out = ByteWriter(capacity: capacity)
        #expect(out.bytes.isEmpty)
        out.append(UInt8(ascii: "<"))
        out.append("é" as StaticString)
        out.append(String(repeating: "long", count: 50))
        out.append([UInt8]("bytes".utf8))
        out.append([UInt8]())
        out.append("")
        Array("run".utf8).withUnsafeBufferPointer { out.append($0) }
        let written = "<é" + String(repeating: "long", count: 50) + "bytesrun"
        let (bytes, text) = (out.bytes, out.string)
        #expect(bytes == Array(written.utf8))
        #expect(text == written)
    }

    @Test("A piece may be shorter than its bound")
    func shorterPiece() {
        var out = ByteWriter(capacity: 1)
        for digit in UInt8(ascii: "0")...UInt8(ascii: "9") {
            out.write(upTo: 20) { target in
                target.update(repeating: digit, count: 20)
                return 2
            }
        }
        let text = out.string
        #expect(text == "00112233445566778899")
    }

    @Test("Bytes that aren't UTF-8 are kept, and appear as U+FFFD in the text")
    func notUTF8() {
        var out = ByteWriter(capacity: 4)
        out.append(0xFF)
        let (bytes, text) = (out.bytes, out.string)
        #expect(bytes == [0xFF])
        #expect(text == "\u{FFFD}")
    }

    @Test(
        "Numbers are decimal, with their sign and at least the given digits",
        arguments: [
            (0, 1, "0"), (7, 2, "07"), (1_234, 2, "1234"), (-5, 1, "-5"), (-5, 3, "-005"),
            (0, 30, "000000000000000000000000000000"),
            (Int.max, 1, "9223372036854775807"), (Int.min, 1, "-9223372036854775808"), (42, 0, "42"), (42, -1, "42"),
        ])
    func numbers(_ number: Int, _ width: Int, _ text: String) {
        var out = ByteWriter(capacity: 1)
        out.append(decimal: number, width: width)
        let written = out.string
        #expect(written == text)
    }

    @Test(
        "Base64 follows what was there, with its padding", arguments: [("", ""), ("f", "Zg=="), ("foobar", "Zm9vYmFy")])
    func base64(_ text: String, _ letters: String) {
        var out = ByteWriter(capacity: 1)
        out.append("=" as StaticString)
        Array(text.utf8).withUnsafeBufferPointer { out.append(base64: $0) }
        let written = out.string
        #expect(written == "=" + letters)
    }
}
