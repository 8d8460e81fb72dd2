extension JSONValue {
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
