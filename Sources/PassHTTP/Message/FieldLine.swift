import PassCore

/// One line of a header or trailer section (RFC 9112, section 5), parsed in place.
enum FieldLine {
    /// Returns the ranges of the name and value in `line`, counted from the start of `window`.
    ///
    /// `line` doesn't include its CRLF.
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
        guard let base = window.baseAddress else { return (name, start..<end) }
        index = firstControl(base, from: start, to: end)
        while index < end {
            if window[index] != 0x09 {
                throw HTTPSyntaxError(at: index, "A header field's value contains a control character.")
            }
            index = firstControl(base, from: index + 1, to: end)
        }
        return (name, start..<end)
    }

    /// Returns the ranges of the name and value in the line that begins at `start`, and the index after its CRLF.
    ///
    /// The result is `nil` unless the line is complete, ends before `limit` and is like nearly all lines: well-formed,
    /// and without tabs in the value.
    @inline(__always)
    static func parseSimple(
        from start: Int, of window: UnsafeRawBufferPointer, before limit: Int
    ) -> (name: Range<Int>, value: Range<Int>, next: Int)? {
        guard let base = window.baseAddress else { return nil }
        let end = min(window.count, limit)
        let nameEnd = endOfToken(base, from: start, to: end)
        guard nameEnd > start, nameEnd < end, window[nameEnd] == UInt8(ascii: ":") else { return nil }
        var index = nameEnd + 1
        while index < end, window[index] == UInt8(ascii: " ") { index += 1 }
        let valueStart = index
        index = firstControl(base, from: index, to: end)
        guard index + 1 < end, window[index] == 0x0D, window[index + 1] == 0x0A else { return nil }
        var valueEnd = index
        while valueEnd > valueStart, window[valueEnd - 1] == UInt8(ascii: " ") { valueEnd -= 1 }
        return (start..<nameEnd, valueStart..<valueEnd, index + 2)
    }

    // The two functions below are inlined, since a call takes as long as the scan of a short text.

    /// Returns the index of the first control character from `start` on, or `end` if there is none before it.
    @inline(__always)
    private static func firstControl(_ base: UnsafeRawPointer, from start: Int, to end: Int) -> Int {
        UnsafeBufferPointer(start: base.assumingMemoryBound(to: UInt8.self), count: end)
            .firstIndex(from: start) { $0.controls }
    }

    /// Returns the index of the first byte from `start` on that can't be in a token, or `end` if there is none before.
    @inline(__always)
    private static func endOfToken(_ base: UnsafeRawPointer, from start: Int, to end: Int) -> Int {
        let token = ByteClass.token
        let text = UnsafeBufferPointer(start: base.assumingMemoryBound(to: UInt8.self), count: end)
        var index = start
        while true {
            // Nearly all names consist of letters and hyphens.
            index = text.firstIndex(from: index) { $0.otherThanLettersAndHyphens }
            guard index < end, token.contains(text[index]) else { return index }
            index += 1
        }
    }

    /// Replaces each control character except the tab with a space.
    static func replaceControls(_ value: UnsafeMutableRawBufferPointer) {
        guard let base = value.baseAddress else { return }
        var index = firstControl(base, from: 0, to: value.count)
        while index < value.count {
            if value[index] != 0x09 { value[index] = UInt8(ascii: " ") }
            index = firstControl(base, from: index + 1, to: value.count)
        }
    }

    /// Whether the bytes in `range` equal `word`, ignoring case; `word` is in lower case.
    static func equals(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ word: StaticString) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        let text = UnsafeRawBufferPointer(rebasing: bytes[range])
        return HTTPFieldName.equalIgnoringCase(text, UnsafeRawBufferPointer(start: word.utf8Start, count: text.count))
    }

    /// Whether the eight bytes from `start` on, all of which are present, equal the eight bytes of `word`.
    static func begins(_ bytes: UnsafeRawBufferPointer, at start: Int, with word: StaticString) -> Bool {
        bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
            == UnsafeRawPointer(word.utf8Start).loadUnaligned(as: UInt64.self)
    }

    /// Calls `body` with the range of each non-empty element of a comma-separated list (RFC 9110, section 5.6.1).
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
                : HTTPSyntaxError(at: index, "A header field has white space before its colon.")
        }
        return window[index] == UInt8(ascii: ":")
            ? HTTPSyntaxError(at: index, "A header field has no name.")
            : HTTPSyntaxError(at: index, "A header field's name has a character that isn't allowed.")
    }
}
