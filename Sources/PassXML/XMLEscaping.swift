package import PassCore

/// Escaping of text for XML 1.0. Characters that XML cannot carry, such as U+0000, become U+FFFD.
package enum XMLEscaping {
    /// Returns `text` escaped for use between tags: only `&`, `<` and `>` are replaced.
    ///
    /// Quotes stay as they are, because clients that cut values out of answers undo these three entities and no others.
    package static func text(_ text: String) -> String {
        string(text, .text)
    }

    /// Returns `text` escaped for use between double quotes in a tag.
    ///
    /// Tabs and line ends become character references, because a reader turns literal ones into spaces (XML 1.0,
    /// section 3.3.3). The references are spelled as in Canonical XML.
    package static func attribute(_ text: String) -> String {
        string(text, .attribute)
    }

    private static func string(_ text: String, _ place: Place) -> String {
        var out = ByteWriter(capacity: text.utf8.count + roomBehind)
        append(text, to: &out, place)
        return out.string
    }

    /// A place in a document, which decides which characters have to be escaped, and how.
    package enum Place {
        case text
        case attribute
        case cdata
        /// The places in a canonical document, with the spellings of Canonical XML 1.0, section 2.3.
        case canonicalText, canonicalAttribute
    }

    /// Appends `text` with the escapes that `place` needs.
    package static func append(_ text: String, to out: inout ByteWriter, _ place: Place) {
        text.withBytes { source in
            var start = 0
            out.write(upTo: source.count + roomBehind) { target in
                start = startOfCharacter(in: source, at: copyRun(of: source, from: 0, to: target, place))
                return start
            }
            if start == source.count { return }
            let spellings = Spelling.all(in: place)
            // The rest is escaped in parts, because room for the longest spelling of every byte is several times the
            // length of the text.
            while start < source.count {
                let end = startOfCharacter(in: source, at: min(start + 128, source.count))
                let part = UnsafeBufferPointer(rebasing: source[start..<end])
                out.write(upTo: longest * part.count + roomBehind) { escape(part, to: $0, place, spellings) }
                start = end
            }
        }
    }

    /// Returns the index of the first byte of the character to which the byte at `index` belongs; `endIndex` is
    /// returned unchanged.
    private static func startOfCharacter(in source: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        var start = index
        while start > 0, start < source.count, source[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }

    /// Writes the escaped text to `escaped`.
    ///
    /// - Parameter escaped: the memory to write to, with room for `longest` bytes per byte of the source, and for
    ///   `roomBehind` more.
    /// - Returns: the number of bytes written.
    private static func escape(
        _ source: UnsafeBufferPointer<UInt8>, to escaped: UnsafeMutablePointer<UInt8>, _ place: Place,
        _ spellings: [Spelling?]
    ) -> Int {
        spellings.withUnsafeBufferPointer { spellings in
            var target = escaped
            var index = 0
            while true {
                let end = copyRun(of: source, from: index, to: target, place)
                target += end - index
                guard end < source.count else { return target - escaped }
                let byte = source[end]
                if let spelling = spellings[Int(byte)] {
                    target += spelling.write(to: target)
                } else if endsNonCharacter(byte, at: end, in: source) {
                    // The first two bytes of the character have been copied already.
                    target -= 2
                    target += Spelling.replacement.write(to: target)
                } else {
                    target.pointee = byte
                    target += 1
                }
                index = end + 1
            }
        }
    }

    /// Copies the bytes from `start` up to the first one that may need an escape in `place` or end a forbidden
    /// character, and returns the index of that byte, or `endIndex`.
    private static func copyRun(
        of source: UnsafeBufferPointer<UInt8>, from start: Int, to target: UnsafeMutablePointer<UInt8>, _ place: Place
    ) -> Int {
        // A comparison that ignores one bit finds two byte values: `&` and `"` (in attributes only), `<` and `>`, or
        // 0xBE and 0xBF.
        let quoteBit: UInt8 = place == .attribute || place == .canonicalAttribute ? 0x04 : 0
        return source.copyRun(from: start, to: target) { bytes in
            bytes.below(0x20) | bytes.equal(UInt8(ascii: "&"), ignoring: quoteBit)
                | bytes.equal(UInt8(ascii: ">"), ignoring: 0x02) | bytes.equal(0xBF, ignoring: 0x01)
        }
    }

    /// Whether U+FFFE or U+FFFF ends at `index`. The production `Char` of XML 1.0 excludes both.
    private static func endsNonCharacter(
        _ byte: UInt8, at index: Int, in source: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        byte & 0xFE == 0xBE && index >= 2 && source[index - 1] == 0xBF && source[index - 2] == 0xEF
    }

    /// The number of bytes in the longest spelling, `&quot;`.
    private static let longest = 6
    /// The number of bytes after the escaped text that may be overwritten, because each store writes eight bytes.
    private static let roomBehind = 8

    /// The bytes that replace one byte. There are at most eight, so that a single store can write them all.
    private struct Spelling {
        private let word: UInt64
        private let count: Int

        init(_ text: StaticString) {
            var bytes: UInt64 = 0
            for index in 0..<text.utf8CodeUnitCount { bytes |= UInt64(text.utf8Start[index]) << UInt64(8 * index) }
            (word, count) = (bytes.littleEndian, text.utf8CodeUnitCount)
        }

        /// Writes the spelling and returns its length. Always overwrites eight bytes of `target`.
        func write(to target: UnsafeMutablePointer<UInt8>) -> Int {
            UnsafeMutableRawPointer(target).storeBytes(of: word, as: UInt64.self)
            return count
        }

        static let replacement = Spelling("\u{FFFD}")

        /// Returns the spelling of each byte in `place`, indexed by the byte; `nil` for a byte that is written as it
        /// is.
        static func all(in place: Place) -> [Spelling?] {
            switch place {
            case .text: text
            case .attribute: attribute
            case .cdata: cdata
            case .canonicalText: canonicalText
            case .canonicalAttribute: canonicalAttribute
            }
        }

        private static let text = table(["&": "&amp;", "<": "&lt;", ">": "&gt;"])
        private static let attribute = table(quoted.merging([">": "&gt;"]) { $1 })
        private static let cdata = table([:])
        private static let canonicalText = table(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#xD;"])
        private static let canonicalAttribute = table(quoted)
        private static let quoted: [Unicode.Scalar: StaticString] = [
            "&": "&amp;", "<": "&lt;", "\"": "&quot;", "\t": "&#x9;", "\n": "&#xA;", "\r": "&#xD;",
        ]

        /// Returns a table with these spellings. The control characters that `Char` excludes become U+FFFD.
        private static func table(_ spellings: [Unicode.Scalar: StaticString]) -> [Spelling?] {
            var table: [Spelling?] = Array(repeating: nil, count: 256)
            for control in 0..<0x20 where ![0x09, 0x0A, 0x0D].contains(control) { table[control] = replacement }
            for (scalar, text) in spellings { table[Int(scalar.value)] = Spelling(text) }
            return table
        }
    }
}
