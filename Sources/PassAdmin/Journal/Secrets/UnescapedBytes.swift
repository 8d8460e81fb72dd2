import PassCore

/// Bytes with their escapes undone, however deeply nested, and the index in the original from which each byte comes.
///
/// The escapes are those of URLs (`%3D`, `%253D` and so on), of JSON (`\u003d`) and of markup (`&quot;`). JSON's
/// escapes of quotes and backslashes stay as they are. The time is proportional to the number of bytes.
struct UnescapedBytes {
    let raw: [UInt8]
    private(set) var bytes: [UInt8]
    /// The index in `raw` of each byte, followed by the end of `raw`; empty if nothing is escaped.
    private var places: [Int32] = []
    /// The number of times that each byte is escaped; empty if nothing is escaped.
    private var levels: [UInt8] = []

    init(_ raw: [UInt8]) {
        self.raw = raw
        bytes = raw
        guard raw.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "&") })
        else { return }
        bytes = []
        var isEscaped = false
        bytes.reserveCapacity(raw.count)
        places.reserveCapacity(raw.count + 1)
        levels.reserveCapacity(raw.count)
        raw.withUnsafeBufferPointer { raw in
            var index = 0
            while index < raw.count {
                let escape = Self.escape(in: raw, at: index)
                isEscaped = isEscaped || escape != nil
                bytes.append(escape?.byte ?? raw[index])
                places.append(Int32(truncatingIfNeeded: index))
                levels.append(escape?.level ?? 0)
                index += escape?.count ?? 1
            }
        }
        if isEscaped {
            places.append(Int32(truncatingIfNeeded: raw.count))
        } else {
            (places, levels) = ([], [])
        }
    }

    /// Whether the raw bytes have any escapes.
    var isEscaped: Bool { !places.isEmpty }

    /// Returns the index in the raw bytes of a byte, or of the end.
    func place(_ index: Int) -> Int { places.isEmpty ? index : Int(places[index]) }

    func level(_ index: Int) -> Int { levels.isEmpty ? 0 : Int(levels[index]) }

    /// Whether a byte is percent-encoded.
    func isPercent(_ index: Int) -> Bool { isEscaped && raw[place(index)] == UInt8(ascii: "%") }

    /// Returns the raw bytes of a range.
    func raw(_ range: Range<Int>) -> [UInt8] { Array(raw[place(range.lowerBound)..<place(range.upperBound)]) }

    private typealias Escape = (byte: UInt8, level: UInt8, count: Int)

    private static func escape(in raw: UnsafeBufferPointer<UInt8>, at index: Int) -> Escape? {
        switch raw[index] {
        case UInt8(ascii: "%"): percentEscape(in: raw, at: index)
        case UInt8(ascii: "\\"): unicodeEscape(in: raw, at: index)
        case UInt8(ascii: "&"): reference(in: raw, at: index)
        default: nil
        }
    }

    private static func percentEscape(in raw: UnsafeBufferPointer<UInt8>, at index: Int) -> Escape? {
        var next = index + 1
        var level: UInt8 = 1
        while hexByte(in: raw, at: next) == UInt8(ascii: "%"), hexByte(in: raw, at: next + 2) != nil {
            next += 2
            if level < .max { level += 1 }
        }
        return hexByte(in: raw, at: next).map { ($0, level, next + 2 - index) }
    }

    private static func hexByte(in raw: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt8? {
        guard index + 2 <= raw.count, let high = Hex.value(of: raw[index]), let low = Hex.value(of: raw[index + 1])
        else { return nil }
        return high << 4 | low
    }

    /// Reads the JSON escape of an ASCII character. In a JSON text within a JSON string, the escape has several
    /// backslashes.
    private static func unicodeEscape(in raw: UnsafeBufferPointer<UInt8>, at index: Int) -> Escape? {
        // PHP writes a slash in JSON as `\/`.
        if index + 1 < raw.count, raw[index + 1] == UInt8(ascii: "/") { return (UInt8(ascii: "/"), 1, 2) }
        var next = index
        while next < raw.count, next < index + 8, raw[next] == UInt8(ascii: "\\") { next += 1 }
        guard next + 5 <= raw.count, raw[next] == UInt8(ascii: "u"), hexByte(in: raw, at: next + 1) == 0,
            let byte = hexByte(in: raw, at: next + 3), byte < 0x80
        else { return nil }
        return (byte, 1, next + 5 - index)
    }

    private static let references: [(name: [UInt8], byte: UInt8)] = [
        (Array("quot;".utf8), UInt8(ascii: "\"")), (Array("amp;".utf8), UInt8(ascii: "&")),
        (Array("lt;".utf8), UInt8(ascii: "<")), (Array("gt;".utf8), UInt8(ascii: ">")),
        (Array("apos;".utf8), UInt8(ascii: "'")),
    ]

    /// Reads a markup reference to an ASCII character. A reference to an ampersand has the level 0, because it
    /// separates parameters just as an ampersand does.
    private static func reference(in raw: UnsafeBufferPointer<UInt8>, at index: Int) -> Escape? {
        let rest = UnsafeBufferPointer(rebasing: raw[(index + 1)..<min(index + 10, raw.count)])
        for reference in references where rest.starts(with: reference.name) {
            return (reference.byte, reference.byte == UInt8(ascii: "&") ? 0 : 1, reference.name.count + 1)
        }
        guard rest.first == UInt8(ascii: "#"), let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let isHex = end > 1 && rest[1] | 0x20 == UInt8(ascii: "x")
        let digits = String(decoding: rest[(isHex ? 2 : 1)..<end], as: UTF8.self)
        guard let byte = UInt8(digits, radix: isHex ? 16 : 10), byte < 0x80 else { return nil }
        return (byte, byte == UInt8(ascii: "&") ? 0 : 1, end + 2)
    }
}

extension UnescapedBytes {
    /// Returns the text that a JSON string stands for, read leniently; the string may be cut anywhere.
    static func ofJSON(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "\\")) else { return bytes }
        var result: [UInt8] = []
        var units: [UInt16] = []
        func end() {
            result += String(decoding: units, as: UTF16.self).utf8
            units = []
        }
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
                    end()
                    result.append(bytes[index])
                    index += 1
                    continue
                }
                if bytes[index + 1] == UInt8(ascii: "u"), let high = hexByte(in: bytes, at: index + 2),
                    let low = hexByte(in: bytes, at: index + 4)
                {
                    units.append(UInt16(high) << 8 | UInt16(low))
                    index += 6
                    continue
                }
                end()
                result.append(character(bytes[index + 1]))
                index += 2
            }
        }
        end()
        return result
    }

    private static func character(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        default: letter
        }
    }
}

extension [UInt8] {
    /// The bytes without an incomplete UTF-8 character at their end, which a text that was cut off may have.
    var withoutPartialCharacter: [UInt8] {
        for count in 1...3 where count <= self.count {
            switch self[self.count - count] {
            case 0x80...0xBF: continue
            case 0xC0...0xDF: return count < 2 ? dropLast(count) : self
            case 0xE0...0xEF: return count < 3 ? dropLast(count) : self
            case 0xF0...0xFF: return dropLast(count)
            default: return self
            }
        }
        return self
    }
}
