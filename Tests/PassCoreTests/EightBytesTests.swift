import PassCore
import Testing

@Suite("Eight bytes at once")
struct EightBytesTests {
    /// Every byte, after a run of bytes that no mask below asks for.
    private func texts() -> [[UInt8]] {
        (0..<20).flatMap { before in
            (UInt8.min...UInt8.max).map { Array(repeating: UInt8(ascii: "a"), count: before) + [$0, $0, 0x25] }
        }
    }

    @Test("Finds the same first byte as a search byte by byte")
    func firstIndex() {
        for text in texts() {
            for start in 0...min(3, text.count) {
                let found = text.withUnsafeBufferPointer { bytes in
                    bytes.firstIndex(from: start) {
                        $0.equal(0x3E, ignoring: 0x02) | $0.below(0x20) | $0.equal(0x25) | $0.equal(0xBF, ignoring: 1)
                    }
                }
                let expected = text.indices.dropFirst(start).first { index in
                    let byte = text[index]
                    return byte < 0x20 || [0x25, 0x3C, 0x3E, 0xBE, 0xBF].contains(byte)
                }
                #expect(found == expected ?? text.count, "\(text) from \(start)")
            }
        }
    }

    @Test("Copies the text before the byte that it finds, and at most eight bytes beyond the text")
    func copyRun() {
        let mask: (EightBytes) -> UInt64 = { $0.equal(0x3E, ignoring: 0x02) | $0.below(0x20) | $0.beyondASCII }
        for text in texts() {
            for start in 0...min(3, text.count) {
                var copy = [UInt8](repeating: 0x7E, count: text.count - start + 9)
                text.withUnsafeBufferPointer { bytes in
                    let end = copy.withUnsafeMutableBufferPointer {
                        bytes.copyRun(from: start, to: $0.baseAddress!, until: mask)
                    }
                    #expect(end == bytes.firstIndex(from: start, where: mask), "\(text) from \(start)")
                    #expect(copy.prefix(end - start) == text[start..<end], "\(text) from \(start)")
                }
                #expect(copy.last == 0x7E, "\(text) from \(start)")
            }
        }
    }

    @Test("The first word consists of the first eight bytes, padded with zeros")
    func firstWord() {
        for count in 0..<20 {
            let text = (0..<count).map { UInt8($0 + 1) }
            let expected = text.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
            #expect(text.withUnsafeBufferPointer(\.firstWord) == expected, "\(count) bytes")
        }
    }

    @Test("Lower-cases only ASCII letters, and recognizes letters and hyphens, for each byte beside every other")
    func letters() {
        for byte in UInt8.min...UInt8.max {
            for neighbour in [0x00, 0x2D, 0x40, 0x5A, 0x61, 0x7F, 0x80, 0xFF] as [UInt8] {
                let text = [neighbour, byte, neighbour, byte, byte, neighbour, neighbour, byte]
                let word = { (bytes: [UInt8]) in bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
                let lowered = text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
                #expect(EightBytes(word(text)).lowercased == EightBytes(word(lowered)), "\(text)")
                let others = text.map { (byte: UInt8) -> UInt8 in
                    (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D ? 0 : 0x80
                }
                #expect(EightBytes(word(text)).otherThanLettersAndHyphens == word(others), "\(text)")
            }
        }
    }

    @Test("Finds the first byte that isn't ASCII, or the end if all are")
    func beyondASCII() {
        for text in texts() {
            let found = text.withUnsafeBufferPointer { $0.firstIndex(from: 0) { $0.beyondASCII } }
            #expect(found == text.firstIndex { $0 >= 0x80 } ?? text.count, "\(text)")
        }
    }

    @Test("Finds the first control character, or the end if there is none")
    func controls() {
        for text in texts() {
            let found = text.withUnsafeBufferPointer { $0.firstIndex(from: 0) { $0.controls } }
            #expect(found == text.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? text.count, "\(text)")
        }
    }

    @Test("The end is returned at any length when nothing is found", arguments: 0..<20)
    func nothing(_ count: Int) {
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
        // The bytes after the last are read as 0, which is asked for.
        #expect(text.withUnsafeBufferPointer { $0.firstIndex(from: 0) { $0.below(0x20) } } == count)
    }

    @Test("Escapes are decoded wherever they are", arguments: 0..<20)
    func percentEncoding(_ before: Int) {
        let run = String(repeating: "a", count: before)
        #expect(PercentEncoding.decode(run + "%3c%3E+b%C3%A9" + run, plusIsSpace: true) == run + "<> bé" + run)
        #expect(PercentEncoding.decode(run + "+é") == run + "+é")
        #expect(PercentEncoding.decode(run + "%3") == nil)
        #expect(PercentEncoding.decode(run + "%FF") == nil)
    }

    @Test("Characters that a JSON string can't hold are escaped wherever they are", arguments: 0..<20)
    func json(_ before: Int) {
        let run = String(repeating: "é", count: before)
        let text = run + "\"\\\n\u{1}\u{7F}<&>" + run
        let escaped = run + #"\"\\\n\u0001\u007f"#
        #expect(
            String(decoding: JSONWriter.array { $0.element(text) }, as: UTF8.self) == #"[""# + escaped + "<&>" + run
                + #""]"#)
        let marked = JSONWriter.object(escapesMarkup: true) { $0.member("a", text) }
        #expect(String(decoding: marked, as: UTF8.self) == #"{"a":""# + escaped + #"\u003c\u0026\u003e"# + run + #""}"#)
    }
}
