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

    package enum Place {
        case text
        case attribute
        case cdata
        /// As Canonical XML 1.0, section 2.3, spells them.
        case canonicalText, canonicalAttribute
    }

    /// Appends the text as it is spelled in that place.
    package static func append(_ text: String, to bytes: inout [UInt8], _ place: Place) {
        text.withBytes { source in
            let isPlain = source.firstIndex(from: 0, where: mayChange) == source.count
            if isPlain { return bytes.append(contentsOf: source) }
            // Written aside, since to append each piece to the array would take longer than to write it.
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest * source.count + 8) { escaped in
                let count = escape(source, to: escaped, place)
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: escaped[..<count]))
            }
        }
    }

    /// Writes the text to `escaped`, which has room for `longest` bytes for each of its own and for eight more.
    ///
    /// - Returns: how many bytes it has there.
    private static func escape(
        _ source: UnsafeBufferPointer<UInt8>, to escaped: UnsafeMutableBufferPointer<UInt8>, _ place: Place
    ) -> Int {
        guard let start = escaped.baseAddress else { preconditionFailure("eight bytes have a place") }
        var count = 0
        func write(_ text: StaticString) {
            (start + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
            count += text.utf8CodeUnitCount
        }
        var index = 0
        while true {
            let end = source.copyRun(from: index, to: start + count, until: mayChange)
            count += end - index
            guard end < source.count else { return count }
            let byte = source[end]
            if let entity = entity(for: byte, place) {
                write(entity)
            } else if isForbidden(byte, at: end, in: source) {
                // The two bytes before it that make the character were written as they are.
                if byte >= 0x80 { count -= 2 }
                write(replacement)
            } else {
                start[count] = byte
                count += 1
            }
            index = end + 1
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

    private static let replacement: StaticString = "\u{FFFD}"
    /// Of what a byte becomes, in bytes: `&quot;`.
    private static let longest = 6
}
