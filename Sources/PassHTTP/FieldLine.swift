import PassCore

/// One line of a header or trailer section (RFC 9112, section 5), read where it lies.
enum FieldLine {
    /// The places of name and value in `line`, counted from the start of `window`; `line` doesn't include its CRLF.
    static func parse(
        _ line: Range<Int>, of window: UnsafeRawBufferPointer
    ) throws(HTTPSyntaxError) -> (name: Range<Int>, value: Range<Int>) {
        let token = ByteClass.token
        var index = line.lowerBound
        while index < line.upperBound, token.contains(window[index]) { index += 1 }
        let name = line.lowerBound..<index
        guard index < line.upperBound, window[index] == UInt8(ascii: ":"), !name.isEmpty else {
            throw nameError(at: index, line, window)
        }
        var start = index + 1
        while start < line.upperBound, isSpace(window[start]) { start += 1 }
        var end = line.upperBound
        while end > start, isSpace(window[end - 1]) { end -= 1 }
        index = start
        while index < end {
            let byte = window[index]
            if byte < 0x20 && byte != 0x09 || byte == 0x7F {
                throw HTTPSyntaxError(at: index, "A header field's value holds a control character.")
            }
            index += 1
        }
        return (name, start..<end)
    }

    /// Whether a field of a response can be sent as it is: its name is a token and not that of a framing field, and no byte of its
    /// value can end the line.
    static func isClean(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
        let value = value.assumingMemoryBound(to: UInt8.self)
        return isSendable(name) && value.firstIndex(from: 0, where: controls) == value.count
    }

    /// Whether a response may have fields of that name; those that say where it ends are the serializer's.
    static func isSendable(_ name: UnsafeRawBufferPointer) -> Bool {
        let token = ByteClass.token
        return !name.isEmpty && name.allSatisfy(token.contains) && !isFraming(name)
    }

    private static func isFraming(_ name: UnsafeRawBufferPointer) -> Bool {
        switch name.count {
        case 10: equals(name, 0..<10, "connection")
        case 14: equals(name, 0..<14, "content-length")
        case 17: equals(name, 0..<17, "transfer-encoding")
        default: false
        }
    }

    /// The mask of control characters, of which only the tab may stand in a value.
    static func controls(_ bytes: EightBytes) -> UInt64 { bytes.below(0x20) | bytes.equal(0x7F) }

    /// Whether the bytes are `word`, which is in lower case, without regard to case.
    static func equals(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ word: StaticString) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        var index = 0
        while index < range.count {
            if HTTPFieldName.lowercased(bytes[range.lowerBound + index]) != word.utf8Start[index] { return false }
            index += 1
        }
        return true
    }

    /// Calls `body` with each element of a comma-separated list that isn't empty (RFC 9110, section 5.6.1).
    static func forEachElement<Failure: Error>(
        _ bytes: UnsafeRawBufferPointer, _ value: Range<Int>, _ body: (Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        var index = value.lowerBound
        while index < value.upperBound {
            var end = index
            while end < value.upperBound, bytes[end] != UInt8(ascii: ",") { end += 1 }
            var last = end
            while index < last, isSpace(bytes[index]) { index += 1 }
            while last > index, isSpace(bytes[last - 1]) { last -= 1 }
            if index < last { try body(index..<last) }
            index = end + 1
        }
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private static func nameError(
        at index: Int, _ line: Range<Int>, _ window: UnsafeRawBufferPointer
    ) -> HTTPSyntaxError {
        guard index < line.upperBound else { return HTTPSyntaxError(at: index, "A header line has no colon.") }
        if isSpace(window[index]) {
            return index == line.lowerBound
                ? HTTPSyntaxError(at: index, "A header line begins with white space; folded lines are obsolete.")
                : HTTPSyntaxError(at: index, "White space stands before the colon of a header field.")
        }
        return window[index] == UInt8(ascii: ":")
            ? HTTPSyntaxError(at: index, "A header field has no name.")
            : HTTPSyntaxError(at: index, "A header field's name holds a character that names can't have.")
    }
}
