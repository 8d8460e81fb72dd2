/// A scanner for the words of JSON5 and their places: white space, comments, names, strings and numbers.
struct JSON5Scanner {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var lineStart = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    var isAtEnd: Bool { index == bytes.count }
    var next: UInt8? { index < bytes.count ? bytes[index] : nil }
    var position: JSON5Node.Position { .init(line: line, column: index - lineStart + 1) }

    func error(_ message: String) -> JSON5Error {
        JSON5Error(message: message, position: position)
    }

    /// Returns an error that says what is expected and what was found.
    func unexpected(_ expected: String) -> JSON5Error {
        guard let next else { return error("\(expected) is expected, but the file ends") }
        let found =
            switch next {
            case UInt8(ascii: "\""): "'\"'"
            case 0x21...0x7E: "\"\(Character(Unicode.Scalar(next)))\""
            default: "a byte of value \(next)"
            }
        return error("\(expected) is expected, but \(found) was found")
    }

    /// Steps over the next byte and counts lines.
    mutating func skip() {
        if bytes[index] == UInt8(ascii: "\n") {
            line += 1
            lineStart = index + 1
        }
        index += 1
    }

    /// Steps over the next byte if it is `byte`, and returns whether it was.
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        skip()
        return true
    }

    /// Steps over white space and comments.
    mutating func skipBlank() throws(JSON5Error) {
        while let byte = next {
            switch byte {
            case 0x09...0x0D, 0x20: skip()
            case 0xC2, 0xE1, 0xE2, 0xE3, 0xEF:
                guard let width = unicodeSpaceWidth else { return }
                index += width
            case UInt8(ascii: "/"): try skipComment()
            default: return
            }
        }
    }

    /// The number of bytes of the Unicode space that comes next; `nil` if there is none.
    ///
    /// Unicode spaces are the no-break space, the byte order mark, the line and paragraph separators, and the spaces of
    /// Unicode's class Zs.
    private var unicodeSpaceWidth: Int? {
        guard index + 1 < bytes.count else { return nil }
        let second = bytes[index + 1]
        if bytes[index] == 0xC2 { return second == 0xA0 ? 2 : nil }
        guard index + 2 < bytes.count else { return nil }
        let third = bytes[index + 2]
        let isSpace =
            switch (bytes[index], second) {
            case (0xE1, 0x9A), (0xE3, 0x80): third == 0x80
            case (0xE2, 0x80): (0x80...0x8A).contains(third) || [0xA8, 0xA9, 0xAF].contains(third)
            case (0xE2, 0x81): third == 0x9F
            case (0xEF, 0xBB): third == 0xBF
            default: false
            }
        return isSpace ? 3 : nil
    }

    private mutating func skipComment() throws(JSON5Error) {
        let start = position
        skip()
        if take(UInt8(ascii: "/")) {
            while let byte = next, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") { skip() }
        } else if take(UInt8(ascii: "*")) {
            while true {
                guard next != nil else { throw JSON5Error(message: "this comment has no end", position: start) }
                if take(UInt8(ascii: "*")) {
                    if take(UInt8(ascii: "/")) { return }
                } else {
                    skip()
                }
            }
        } else {
            throw JSON5Error(message: "a single / isn't allowed; a comment begins with // or /*", position: start)
        }
    }

    /// Reads the name of a member, bare or quoted.
    mutating func name() throws(JSON5Error) -> String {
        if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") { return try quoted() }
        let name = bareWord()
        guard let first = name.first, !first.isASCII || !first.isNumber else { throw unexpected("a name") }
        return name
    }

    /// Reads letters, digits, `$`, `_` and all characters that aren't ASCII; the result may be empty.
    private mutating func bareWord() -> String {
        let start = index
        while let byte = next {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), UInt8(ascii: "_"):
                skip()
            case 0x80...:
                if unicodeSpaceWidth != nil { return String(decoding: bytes[start..<index], as: UTF8.self) }
                skip()
            default: return String(decoding: bytes[start..<index], as: UTF8.self)
            }
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Reads `null`, `true`, `false` or a number.
    mutating func word() throws(JSON5Error) -> JSON5Node.Value {
        let start = position
        let first = index
        let isExponent = { (byte: UInt8) in byte | 0x20 == UInt8(ascii: "e") }
        let signs: Set<UInt8?> = [UInt8(ascii: "+"), UInt8(ascii: "-")]
        if signs.contains(next) { skip() }
        _ = bareWord()
        // A bare word contains neither the point of a number nor the sign of its exponent.
        while next == UInt8(ascii: ".") || signs.contains(next) && bytes[first..<index].last.map(isExponent) == true {
            skip()
            _ = bareWord()
        }
        let text = String(decoding: bytes[first..<index], as: UTF8.self)
        switch text {
        case "": throw unexpected("a value")
        case "null": return .null
        case "true": return .flag(true)
        case "false": return .flag(false)
        default:
            guard let number = JSON5Number.read(text) else {
                throw JSON5Error(message: "\(text) is not a value; text needs quotation marks", position: start)
            }
            return number
        }
    }

    /// Reads a string in single or double quotation marks and resolves its escapes.
    mutating func quoted() throws(JSON5Error) -> String {
        let start = position
        guard let mark = next else { throw unexpected("a string") }
        skip()
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case mark:
                skip()
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try unescape(into: &text)
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw error("a line ends within a string")
            default:
                text.append(byte)
                skip()
            }
        }
        throw JSON5Error(message: "this string has no end", position: start)
    }

    private mutating func unescape(into text: inout [UInt8]) throws(JSON5Error) {
        skip()
        guard let byte = next else { throw error("the file ends within a string") }
        skip()
        switch byte {
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "v"): text.append(0x0B)
        case UInt8(ascii: "0"): text.append(0x00)
        case UInt8(ascii: "x"): append(try hexadecimal(2), to: &text)
        case UInt8(ascii: "u"): append(try codePoint(), to: &text)
        case UInt8(ascii: "1")...UInt8(ascii: "9"): throw error("a backslash must not precede this digit")
        case UInt8(ascii: "\n"): break
        case UInt8(ascii: "\r"): _ = take(UInt8(ascii: "\n"))
        default: text.append(byte)
        }
    }

    private func append(_ code: UInt32, to text: inout [UInt8]) {
        text.append(contentsOf: String(Character(Unicode.Scalar(code) ?? "\u{FFFD}")).utf8)
    }

    /// Reads the digits after `\u`; two surrogates make one code point (RFC 8259, section 7).
    private mutating func codePoint() throws(JSON5Error) -> UInt32 {
        let unit = try hexadecimal(4)
        guard (0xD800...0xDBFF).contains(unit), take(UInt8(ascii: "\\")) else { return unit }
        guard take(UInt8(ascii: "u")) else { throw error("a surrogate is unpaired") }
        let low = try hexadecimal(4)
        guard (0xDC00...0xDFFF).contains(low) else { throw error("a surrogate is unpaired") }
        return 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    }

    private mutating func hexadecimal(_ count: Int) throws(JSON5Error) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw unexpected("a hexadecimal digit")
            }
            value = value << 4 + UInt32(digit)
            skip()
        }
        return value
    }
}
