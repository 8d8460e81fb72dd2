extension JSONValue {
    /// Whether any object in the text has the same name twice.
    ///
    /// Parsers differ on which value of a repeated name counts (RFC 8259, section 4).
    ///
    /// - Parameter bytes: text that `parse(_:)` reads as JSON; the result for any other text is meaningless.
    package static func hasRepeatedName(_ bytes: [UInt8]) -> Bool {
        // The names seen so far in each open object. Open arrays have a set as well, which stays empty.
        var open: [Set<ExactText>] = []
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open.append([])
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
            case UInt8(ascii: "\""):
                let string = stringLiteral(in: bytes, at: index)
                index = string.endIndex
                let next = bytes[index...].first { $0 > 0x20 }
                if next == UInt8(ascii: ":"), !open.isEmpty,
                    !open[open.count - 1].insert(ExactText(text(ofLiteral: string))).inserted
                {
                    return true
                }
                continue
            default: break
            }
            index += 1
        }
        return false
    }

    /// Returns the string literal that begins at `start`, with its quotes.
    package static func stringLiteral(in bytes: [UInt8], at start: Int) -> ArraySlice<UInt8> {
        var end = start + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return bytes[start..<min(end + 1, bytes.count)]
    }

    /// Returns the text of a string literal with its escapes undone, since `"a"` and `"\u0061"` are the same name.
    package static func text(ofLiteral literal: ArraySlice<UInt8>) -> String {
        if literal.contains(UInt8(ascii: "\\")),
            let array = try? parse([UInt8(ascii: "[")] + literal + [UInt8(ascii: "]")]),
            let text = array.arrayValue?.first?.stringValue
        {
            return text
        }
        return String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
    }
}
