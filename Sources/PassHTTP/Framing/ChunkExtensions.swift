/// The extensions between a chunk's size and the end of its line (RFC 9112, section 7.1.1).
///
/// Extensions are ignored, but they must be well-formed: what one peer passes on as an extension, another may read as
/// the end of a line, a size or data.
enum ChunkExtensions {
    /// Checks `*( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] )`; an empty range is well-formed.
    static func check(_ range: Range<Int>, of window: UnsafeRawBufferPointer) throws(HTTPSyntaxError) {
        var index = range.lowerBound
        while index < range.upperBound {
            let mark = skipSpace(window, index..<range.upperBound)
            guard mark < range.upperBound, window[mark] == UInt8(ascii: ";") else {
                throw HTTPSyntaxError(at: index, "A chunk's size is followed by something that isn't an extension.")
            }
            let name = skipSpace(window, (mark + 1)..<range.upperBound)
            index = try skipToken(window, name..<range.upperBound)
            let equals = skipSpace(window, index..<range.upperBound)
            guard equals < range.upperBound, window[equals] == UInt8(ascii: "=") else { continue }
            let value = skipSpace(window, (equals + 1)..<range.upperBound)
            if value < range.upperBound, window[value] == UInt8(ascii: "\"") {
                index = try skipQuoted(window, value..<range.upperBound)
            } else {
                index = try skipToken(window, value..<range.upperBound)
            }
        }
    }

    private static func skipSpace(_ window: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int {
        var index = range.lowerBound
        while index < range.upperBound, FieldLine.isSpace(window[index]) { index += 1 }
        return index
    }

    private static func skipToken(
        _ window: UnsafeRawBufferPointer, _ range: Range<Int>
    ) throws(HTTPSyntaxError) -> Int {
        let token = ByteClass.token
        var index = range.lowerBound
        while index < range.upperBound, token.contains(window[index]) { index += 1 }
        if index == range.lowerBound {
            throw HTTPSyntaxError(at: index, "A chunk's extension lacks its name or value.")
        }
        return index
    }

    /// Returns the index after a quoted string (RFC 9110, section 5.6.4); `range` begins with the opening quote.
    private static func skipQuoted(
        _ window: UnsafeRawBufferPointer, _ range: Range<Int>
    ) throws(HTTPSyntaxError) -> Int {
        var index = range.lowerBound + 1
        var isEscaped = false
        while index < range.upperBound {
            let byte = window[index]
            if byte < 0x20 && byte != 0x09 || byte == 0x7F {
                throw HTTPSyntaxError(at: index, "A chunk's extension contains a control character.")
            }
            index += 1
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                return index
            } else {
                isEscaped = byte == UInt8(ascii: "\\")
            }
        }
        throw HTTPSyntaxError(at: range.lowerBound, "A chunk's extension has a quote that doesn't end.")
    }
}
