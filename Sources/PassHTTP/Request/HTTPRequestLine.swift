import PassCore

/// The first line of a request (RFC 9112, section 3), checked and split into its parts.
struct HTTPRequestLine: Sendable {
    let method: HTTPMethod
    let target: Target
    let targetForm: HTTPTargetForm
    let version: HTTPVersion

    /// The target in origin form, whatever form the line has; `*` and `host:port` stay as they are.
    enum Target: Sendable {
        /// The target exactly as it is in that range of the window.
        case asWritten(Range<Int>)
        /// An absolute target without a path: `/` and the query, whose range in the window includes its `?`.
        case query(Range<Int>)
        /// An absolute target without path and query: `/`.
        case root
        /// The target `*`, or an absolute target without path and query in OPTIONS.
        case wholeServer
    }

    /// Parses `line`, a range of `window` without its CRLF.
    init(_ line: Range<Int>, of window: UnsafeRawBufferPointer) throws(HTTPSyntaxError) {
        let token = ByteClass.token
        var index = line.lowerBound
        while index < line.upperBound, token.contains(window[index]) { index += 1 }
        guard index > line.lowerBound, index < line.upperBound, window[index] == UInt8(ascii: " ") else {
            throw Self.beginError(at: index)
        }
        let method = HTTPMethod(UnsafeRawBufferPointer(rebasing: window[line.lowerBound..<index]))
        let start = index + 1
        index = start
        index = Self.targetEnd(window, start..<line.upperBound)
        guard index > start else { throw HTTPSyntaxError(at: index, "The request line has no target.") }
        guard index < line.upperBound else {
            throw HTTPSyntaxError(at: index, "The request line has no version; HTTP/0.9 isn't supported.")
        }
        guard window[index] == UInt8(ascii: " ") else {
            throw HTTPSyntaxError(at: index, "The target contains a character that isn't allowed.")
        }
        version = try Self.version(window, (index + 1)..<line.upperBound)
        self.method = method
        // Nearly every target is in origin form, which needs no parsing.
        if window[start] == UInt8(ascii: "/"), method != .connect {
            (target, targetForm) = (.asWritten(start..<index), .origin)
        } else {
            (target, targetForm) = try Self.target(window, start..<index, method)
        }
    }

    /// Returns the index of the first byte that targets can't contain, or the end of `range` if there is none.
    ///
    /// RFC 3986 allows fewer characters, but browsers leave some others (`|`, `[`, `"`) unescaped in queries.
    private static func targetEnd(_ window: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int {
        let text = UnsafeRawBufferPointer(rebasing: window[..<range.upperBound]).assumingMemoryBound(to: UInt8.self)
        return text.firstIndex(from: range.lowerBound) {
            $0.below(0x21) | $0.equal(0x7F) | $0.beyondASCII | $0.equal(UInt8(ascii: "#"))
        }
    }

    static func beginError(at offset: Int) -> HTTPSyntaxError {
        HTTPSyntaxError(at: offset, "The request line doesn't begin with a method and a space.")
    }

    /// Parses the version.
    ///
    /// A later minor version counts as 1.1 (RFC 9110, section 2.5). Other major versions are refused.
    private static func version(
        _ window: UnsafeRawBufferPointer, _ range: Range<Int>
    ) throws(HTTPSyntaxError) -> HTTPVersion {
        let start = range.lowerBound
        if range.count == 8, FieldLine.begins(window, at: start, with: "HTTP/1.1") { return .http11 }
        let digits = ByteClass.digit
        guard range.count == 8, window[start] == UInt8(ascii: "H"), window[start + 1] == UInt8(ascii: "T"),
            window[start + 2] == UInt8(ascii: "T"), window[start + 3] == UInt8(ascii: "P"),
            window[start + 4] == UInt8(ascii: "/"), digits.contains(window[start + 5]),
            window[start + 6] == UInt8(ascii: "."), digits.contains(window[start + 7])
        else { throw HTTPSyntaxError(at: start, "The request line doesn't end in a version such as HTTP/1.1.") }
        guard window[start + 5] == UInt8(ascii: "1") else {
            throw HTTPSyntaxError(.versionNotSupported, at: start, "Only HTTP/1.1 and HTTP/1.0 are supported.")
        }
        return window[start + 7] == UInt8(ascii: "0") ? .http10 : .http11
    }

    private static func target(
        _ window: UnsafeRawBufferPointer, _ range: Range<Int>, _ method: HTTPMethod
    ) throws(HTTPSyntaxError) -> (Target, HTTPTargetForm) {
        let whole = text(window, range)
        if method == .connect {
            guard let authority = HTTPAuthority(whole), let port = authority.port, port > 0 else {
                throw HTTPSyntaxError(at: range.lowerBound, "The target of CONNECT isn't a host and a port.")
            }
            return (.asWritten(range), .authority(authority))
        }
        if whole == "*" {
            guard method == .options else {
                throw HTTPSyntaxError(at: range.lowerBound, "The target * is for OPTIONS only.")
            }
            return (.wholeServer, .asterisk)
        }
        return try absolute(window, range, method)
    }

    private static func absolute(
        _ window: UnsafeRawBufferPointer, _ range: Range<Int>, _ method: HTTPMethod
    ) throws(HTTPSyntaxError) -> (Target, HTTPTargetForm) {
        let schemes: [(StaticString, Int)] = [("http://", 80), ("https://", 443)]
        for (prefix, port) in schemes {
            let start = range.lowerBound + prefix.utf8CodeUnitCount
            guard start < range.upperBound, FieldLine.equals(window, range.lowerBound..<start, prefix) else { continue }
            var end = start
            while end < range.upperBound, window[end] != UInt8(ascii: "/"), window[end] != UInt8(ascii: "?") {
                end += 1
            }
            guard let authority = HTTPAuthority(text(window, start..<end)) else {
                throw HTTPSyntaxError(at: start, "The target's host and port are malformed.")
            }
            let rest = end..<range.upperBound
            let form = HTTPTargetForm.absolute(authority, standardPort: port)
            if rest.isEmpty { return (method == .options ? .wholeServer : .root, form) }
            return (window[end] == UInt8(ascii: "?") ? .query(rest) : .asWritten(rest), form)
        }
        throw HTTPSyntaxError(at: range.lowerBound, "The target is neither a path nor an http or https URI.")
    }

    /// Calls `body` with the bytes of the target in origin form.
    func withTarget<Result>(
        _ window: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        switch target {
        case .asWritten(let range): body(UnsafeRawBufferPointer(rebasing: window[range]))
        case .query(let range): ([UInt8(ascii: "/")] + window[range]).withUnsafeBytes(body)
        case .root: [UInt8(ascii: "/")].withUnsafeBytes(body)
        case .wholeServer: [UInt8(ascii: "*")].withUnsafeBytes(body)
        }
    }

    private static func text(_ window: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
        String(ascii: UnsafeRawBufferPointer(rebasing: window[range]))
    }
}

extension String {
    /// Creates a string from bytes that are known to be ASCII; for short ones this is quicker than decoding.
    fileprivate init(ascii bytes: UnsafeRawBufferPointer) {
        self.init(unsafeUninitializedCapacity: bytes.count) { text in
            UnsafeMutableRawBufferPointer(text).copyMemory(from: bytes)
            return bytes.count
        }
    }
}
