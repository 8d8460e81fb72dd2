#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Finds the lines of a window that grows; what was searched once isn't searched again.
struct LineScanner: Sendable {
    /// Where the line that is being collected begins.
    private(set) var lineStart = 0
    private var scanned = 0
    /// Whether nothing of the line has been searched yet.
    var isAtLineStart: Bool { scanned == lineStart }

    /// Goes on at `start`, a place behind a line's end.
    mutating func skip(to start: Int) {
        lineStart = start
        scanned = start
    }

    /// The next whole line without its CRLF, or `nil` when its end doesn't stand before `limit`, a place in the window.
    ///
    /// What lies behind the limit is not looked at, so that the outcome is the same however much of it has come.
    /// - Throws: for a line feed without carriage return, which a lenient peer may take for a line's end and a strict
    ///   one not (RFC 9112, section 2.2 lets a recipient choose).
    mutating func next(
        _ window: UnsafeRawBufferPointer, before limit: Int
    ) throws(HTTPSyntaxError) -> Range<Int>? {
        let end = min(window.count, limit)
        guard scanned < end, let base = window.baseAddress else { return nil }
        guard let found = memchr(base + scanned, 0x0A, end - scanned) else {
            scanned = end
            return nil
        }
        let feed = UnsafeRawPointer(found) - base
        guard feed > lineStart, window[feed - 1] == 0x0D else {
            throw HTTPSyntaxError(at: feed, "A line ends in a line feed without a carriage return.")
        }
        let line = lineStart..<(feed - 1)
        lineStart = feed + 1
        scanned = lineStart
        return line
    }
}
