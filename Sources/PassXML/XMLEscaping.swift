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
            let first = source.firstIndex(from: 0, where: mayChange)
            guard first < source.count else { return bytes.append(contentsOf: source) }
            // Written aside, since to append each piece to the array would take longer than to write it.
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest * source.count) { escaped in
                let count = escape(source, from: first, to: escaped, place)
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: escaped[..<count]))
            }
        }
    }

    /// Writes the text to `escaped` and returns how many bytes it has there.
    ///
    /// - Parameter first: up to where nothing changes.
    private static func escape(
        _ source: UnsafeBufferPointer<UInt8>, from first: Int, to escaped: UnsafeMutableBufferPointer<UInt8>,
        _ place: Place
    ) -> Int {
        var count = 0
        func write(_ run: UnsafeBufferPointer<UInt8>) {
            guard let from = run.baseAddress, let to = escaped.baseAddress else { return }
            (to + count).update(from: from, count: run.count)
            count += run.count
        }
        // Where the run begins that isn't written yet.
        var start = 0
        var index = first
        while index < source.count {
            let byte = source[index]
            if let entity = entity(for: byte, place) {
                write(UnsafeBufferPointer(rebasing: source[start..<index]))
                entity.withUTF8Buffer(write)
                start = index + 1
            } else if isForbidden(byte, at: index, in: source) {
                write(UnsafeBufferPointer(rebasing: source[start..<(byte < 0x80 ? index : index - 2)]))
                replacement.withUTF8Buffer(write)
                start = index + 1
            }
            index = source.firstIndex(from: index + 1, where: mayChange)
        }
        write(UnsafeBufferPointer(rebasing: source[start...]))
        return count
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
