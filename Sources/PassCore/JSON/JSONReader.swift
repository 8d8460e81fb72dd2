/// A parser that reads JSON text (RFC 8259) in one pass over its bytes.
///
/// The project has its own parser because untrusted requests go through it. Its time and memory are proportional to the
/// length of any text, whereas Foundation's decoder takes a millisecond for sixty brackets.
struct JSONReader {
    private static let maximumDepth = 64
    /// The maximum length of a number, in characters.
    ///
    /// No number needs more, and the time to convert a number grows faster than its length.
    private static let longestNumber = 1_024
    /// The number of members for which an object has room at first: enough for most, so that members rarely have to
    /// move.
    private static let usualMembers = 6

    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    /// Whether an object that was parsed has the same name twice.
    private(set) var hasRepeatedName = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Parses the one value of the text; a byte order mark before it is skipped (section 8.1).
    mutating func document() throws(JSONError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        let value = try value(depth: 0)
        guard next() == nil else { throw error("unexpected text after the value") }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard let byte = next() else { throw error("a value is expected") }
        switch byte {
        case UInt8(ascii: "{"): return try .object(members(depth: depth + 1))
        case UInt8(ascii: "["): return try .array(elements(depth: depth + 1))
        case UInt8(ascii: "\""): return try .string(string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw error("a value is expected")
        }
    }

    /// Parses the members of an object; if a name is repeated, its first value counts (section 4 leaves this open).
    private mutating func members(depth: Int) throws(JSONError) -> [ExactText: JSONValue] {
        try open(depth)
        if take(UInt8(ascii: "}")) { return [:] }
        var members = [ExactText: JSONValue](minimumCapacity: Self.usualMembers)
        repeat {
            guard next() == UInt8(ascii: "\"") else { throw error("a name is expected") }
            let name = ExactText(try string())
            guard take(UInt8(ascii: ":")) else { throw error("a colon is expected") }
            if let earlier = members.updateValue(try value(depth: depth), forKey: name) {
                members[name] = earlier
                hasRepeatedName = true
            }
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw error("a comma or a closing brace is expected") }
        return members
    }

    private mutating func elements(depth: Int) throws(JSONError) -> [JSONValue] {
        try open(depth)
        var elements: [JSONValue] = []
        if take(UInt8(ascii: "]")) { return elements }
        repeat { elements.append(try value(depth: depth)) } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw error("a comma or a closing bracket is expected") }
        return elements
    }

    private mutating func open(_ depth: Int) throws(JSONError) {
        if depth > Self.maximumDepth { throw JSONError(message: "nested deeper than \(Self.maximumDepth) levels") }
        index += 1
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count,
            bytes[index..<end].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: end - index))
        else { throw error("a value is expected") }
        index = end
        return value
    }

    // MARK: Numbers (section 6)

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = index
        _ = skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")) { try digits() }
        let isWhole = peek() != UInt8(ascii: ".") && peek() != UInt8(ascii: "e") && peek() != UInt8(ascii: "E")
        if skip(UInt8(ascii: ".")) { try digits() }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
            try digits()
        }
        guard index - start <= Self.longestNumber else {
            throw error("a number is longer than \(Self.longestNumber) characters")
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { throw error("a number is beyond what Double holds") }
        return Int64(exactly: number).map(JSONValue.integer) ?? .number(number)
    }

    private mutating func digits() throws(JSONError) {
        let start = index
        while let byte = peek(), byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
        if index == start { throw error("a digit is expected") }
    }

    // MARK: Strings (section 7)

    private mutating func string() throws(JSONError) -> String {
        index += 1
        // Most strings have no escapes, so their bytes can be used directly.
        let plain = run()
        if skip(UInt8(ascii: "\"")) { return try text(plain) }
        var unescaped = Array(plain)
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return try unescaped.withUnsafeBufferPointer { (bytes) throws(JSONError) in try text(bytes) }
            case UInt8(ascii: "\\"): try unescaped.append(contentsOf: escape())
            default: throw error("a string contains a control character")
            }
            unescaped.append(contentsOf: run())
        }
        throw error("a string has no end")
    }

    /// Skips the bytes of a string that stand for themselves, and returns them.
    private mutating func run() -> UnsafeBufferPointer<UInt8> {
        let start = index
        index = bytes.firstIndex(from: start) {
            $0.below(0x20) | $0.equal(UInt8(ascii: "\"")) | $0.equal(UInt8(ascii: "\\"))
        }
        return UnsafeBufferPointer(rebasing: bytes[start..<index])
    }

    private func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> String {
        guard let text = String(exactly: bytes) else { throw error("a string isn't UTF-8") }
        return text
    }

    /// Parses an escape and returns the UTF-8 of the character that it stands for.
    private mutating func escape() throws(JSONError) -> String.UTF8View {
        index += 1
        guard let letter = peek() else { throw error("a string has no end") }
        index += 1
        switch letter {
        case UInt8(ascii: "\""): return "\"".utf8
        case UInt8(ascii: "\\"): return "\\".utf8
        case UInt8(ascii: "/"): return "/".utf8
        case UInt8(ascii: "b"): return "\u{8}".utf8
        case UInt8(ascii: "f"): return "\u{C}".utf8
        case UInt8(ascii: "n"): return "\n".utf8
        case UInt8(ascii: "r"): return "\r".utf8
        case UInt8(ascii: "t"): return "\t".utf8
        case UInt8(ascii: "u"): return String(Character(try scalar())).utf8
        default: throw error("an escape sequence is unknown")
        }
    }

    /// Parses the digits of an escape `\uXXXX`, or of the two escapes that form a surrogate pair, and returns the character.
    private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else {
            throw error("a surrogate is unpaired")
        }
        let second = try codeUnit()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw error("a surrogate is unpaired") }
        return scalar
    }

    private mutating func codeUnit() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = peek().flatMap(Hex.value(of:)) else { throw error("four hex digits are expected") }
            unit = unit << 4 | UInt32(digit)
            index += 1
        }
        return unit
    }

    // MARK: Bytes

    private func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Skips white space and returns the byte after it, which isn't consumed.
    private mutating func next() -> UInt8? {
        while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
        return peek()
    }

    /// Skips white space, and then `byte` if it comes next; returns whether it did.
    private mutating func take(_ byte: UInt8) -> Bool {
        next() == byte && skip(byte)
    }

    /// Skips `byte` if it comes next; returns whether it did.
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        index += 1
        return true
    }

    private func error(_ what: String) -> JSONError { JSONError(message: "\(what) at byte \(index)") }
}

extension JSONValue {
    /// Parses one value, nested at most 64 levels deep, in time and memory proportional to the text.
    ///
    /// A number without a fraction that fits `Int64` becomes an integer, however it is written. If a name is repeated,
    /// its first value counts. A byte order mark before the text is skipped.
    ///
    /// - Throws: `JSONError` for text that doesn't follow the grammar (RFC 8259), invalid UTF-8, half a surrogate pair,
    ///   deeper nesting, or a number that is too large for `Double` or longer than 1,024 characters.
    package static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try read(bytes).value
    }

    /// Parses one value as `parse` does.
    ///
    /// - Returns: the value, and whether any object in the text has the same name twice: parsers differ on which value of
    ///   a repeated name counts (RFC 8259, section 4).
    package static func read(_ bytes: [UInt8]) throws(JSONError) -> (value: JSONValue, hasRepeatedName: Bool) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
            var reader = JSONReader(bytes)
            let value = try reader.document()
            return (value, reader.hasRepeatedName)
        }
    }

    /// Parses an object in which, at any depth, no object has the same name twice.
    ///
    /// - Returns: `nil` for any other text.
    package static func unambiguousObject(_ bytes: [UInt8]) -> [ExactText: JSONValue]? {
        guard let (value, hasRepeatedName) = try? read(bytes), !hasRepeatedName else { return nil }
        return value.objectValue
    }
}
