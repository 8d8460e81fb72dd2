import PassCore

/// Text made safe for XML 1.0; characters that XML cannot carry, such as U+0000, become U+FFFD.
package enum XMLEscaping {
    /// `text` for between tags: only `&`, `<` and `>` are replaced.
    ///
    /// Quotes stay as they are, because clients that cut values out of answers undo these three entities and no other.
    package static func text(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes, .text)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `text` for between double quotes in a tag.
    ///
    /// Tabs and line ends become character references, because a reader turns literal ones into spaces
    /// (XML 1.0, section 3.3.3). They are spelled as in Canonical XML.
    package static func attribute(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes, .attribute)
        return String(decoding: bytes, as: UTF8.self)
    }

    enum Place {
        case text
        case attribute
        case cdata
        /// As Canonical XML 1.0, section 2.3, spells them.
        case canonicalText, canonicalAttribute
    }

    static func append(_ text: String, to bytes: inout [UInt8], _ place: Place) {
        var text = text
        text.withUTF8 { source in
            // Where the run begins that isn't written yet: nearly every text is one run.
            var start = 0
            var next = 0
            while true {
                let index = source.firstIndex(from: next, where: mayChange)
                guard index < source.count else { break }
                next = index + 1
                let byte = source[index]
                if let entity = entity(for: byte, place) {
                    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<index]))
                    entity.withUTF8Buffer { bytes.append(contentsOf: $0) }
                } else if isForbidden(byte, at: index, in: source) {
                    let first = byte < 0x80 ? index : index - 2
                    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<first]))
                    bytes.append(contentsOf: replacement)
                } else {
                    continue
                }
                start = next
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[start...]))
        }
    }

    /// Asks for bytes that have an entity, or end a forbidden character, in any place: no other needs a closer look.
    private static func mayChange(_ bytes: EightBytes) -> UInt64 {
        // Two at a time, which differ in one bit: `"` and `&`, `<` and `>`, 0xBE and 0xBF.
        bytes.below(0x20) | bytes.equal(UInt8(ascii: "&"), ignoring: 0x04)
            | bytes.equal(UInt8(ascii: ">"), ignoring: 0x02) | bytes.equal(0xBF, ignoring: 0x01)
    }

    private static func entity(for byte: UInt8, _ place: Place) -> StaticString? {
        let isInQuotes = place == .attribute || place == .canonicalAttribute
        return switch byte {
        case UInt8(ascii: "&") where place != .cdata: "&amp;"
        case UInt8(ascii: "<") where place != .cdata: "&lt;"
        case UInt8(ascii: ">") where place != .cdata && place != .canonicalAttribute: "&gt;"
        case UInt8(ascii: "\"") where isInQuotes: "&quot;"
        case UInt8(ascii: "\t") where isInQuotes: "&#x9;"
        case UInt8(ascii: "\n") where isInQuotes: "&#xA;"
        case UInt8(ascii: "\r") where isInQuotes || place == .canonicalText: "&#xD;"
        default: nil
        }
    }

    /// Whether a character ends at `index` that the production `Char` of XML 1.0 leaves out: controls, U+FFFE, U+FFFF.
    private static func isForbidden(_ byte: UInt8, at index: Int, in source: UnsafeBufferPointer<UInt8>) -> Bool {
        switch byte {
        case 0x09, 0x0A, 0x0D: false
        case 0..<0x20: true
        case 0xBE, 0xBF: index >= 2 && source[index - 1] == 0xBF && source[index - 2] == 0xEF
        default: false
        }
    }

    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
}
