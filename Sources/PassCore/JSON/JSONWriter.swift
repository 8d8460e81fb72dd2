/// A writer of JSON text (RFC 8259) on one line, with the members in the order in which they are written.
///
/// ```swift
/// let body = JSONWriter.object { $0.member("code", "Q7XK2MB"); $0.member("expires", 1_767_227_400_000) }
/// ```
package struct JSONWriter: ~Copyable {
    /// The name of a member.
    package enum Name: Sendable, ExpressibleByStringLiteral {
        /// A name that is written in the source code and needs no escapes.
        case literal(StaticString)
        /// A name from outside or from a list.
        case text(String)

        package init(stringLiteral name: StaticString) {
            self = .literal(name)
        }
    }

    private var out: ByteWriter
    private var needsComma = false
    /// Whether `<`, `>` and `&` become `\u003c`, `\u003e` and `\u0026`.
    ///
    /// Clients that cut the text out of XML without unescaping it need this.
    private let escapesMarkup: Bool

    /// The initial room in bytes: enough for most texts, so that a text rarely has to move as it grows.
    private static let usualLength = 1_024

    private init(escapesMarkup: Bool) {
        self.escapesMarkup = escapesMarkup
        out = ByteWriter(capacity: Self.usualLength)
    }

    /// Returns the bytes of one object.
    package static func object(escapesMarkup: Bool = false, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(escapesMarkup: escapesMarkup)
        writer.braced("{", "}", members)
        return writer.out.bytes
    }

    /// Returns the bytes of an object's members, without the braces around them.
    package static func members(escapesMarkup: Bool = false, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(escapesMarkup: escapesMarkup)
        members(&writer)
        return writer.out.bytes
    }

    /// Returns the bytes of one array.
    package static func array(_ elements: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(escapesMarkup: false)
        writer.braced("[", "]", elements)
        return writer.out.bytes
    }

    /// Returns the bytes of one value, with the names in its objects sorted.
    package static func bytes(of value: JSONValue) -> [UInt8] {
        var writer = JSONWriter(escapesMarkup: false)
        writer.value(value)
        return writer.out.bytes
    }

    /// Writes a member of the object that is being written.
    package mutating func member(_ name: Name, _ value: String) {
        key(name)
        string(value)
    }

    /// Writes a member whose value is the base64 text of another text's UTF-8 (RFC 4648, section 4).
    package mutating func member(_ name: Name, base64 text: String) {
        key(name)
        // No letter of base64 needs an escape.
        out.append(UInt8(ascii: "\""))
        text.withBytes { out.append(base64: $0) }
        out.append(UInt8(ascii: "\""))
    }

    package mutating func member(_ name: Name, _ value: Int64) {
        key(name)
        out.append(decimal: Int(value))
    }

    /// Writes a member whose value is a string with the digits of an integer.
    package mutating func member(_ name: Name, digits value: Int64) {
        key(name)
        out.append(UInt8(ascii: "\""))
        out.append(decimal: Int(value))
        out.append(UInt8(ascii: "\""))
    }

    package mutating func member(_ name: Name, _ value: Int) {
        member(name, Int64(value))
    }

    package mutating func member(_ name: Name, _ value: Bool) {
        key(name)
        out.append(value ? "true" : "false")
    }

    package mutating func member(_ name: Name, _ value: [String]) {
        memberArray(name) { array in
            for text in value { array.element(text) }
        }
    }

    package mutating func member(_ name: Name, _ value: JSONValue) {
        key(name)
        self.value(value)
    }

    /// Writes a member whose value is an object that encloses another value.
    ///
    /// - Parameters:
    ///   - start: the object's JSON text before the value.
    ///   - end: the text after it.
    package mutating func member(_ name: Name, _ start: StaticString, _ value: JSONValue, _ end: StaticString) {
        key(name)
        out.append(start)
        self.value(value)
        out.append(end)
    }

    /// Writes a member, or nothing when `value` is `nil`.
    package mutating func memberIfPresent(_ name: Name, _ value: String?) {
        if let value { member(name, value) }
    }

    /// Writes a member, as `null` when there is no value.
    package mutating func member(_ name: Name, orNull value: String?) {
        if let value { member(name, value) } else { memberNull(name) }
    }

    /// Writes members whose JSON text another writer has made: `"a":1,"b":2`.
    package mutating func members(_ text: [UInt8]) {
        separate()
        out.append(text)
    }

    /// Writes an element whose JSON text another writer has made.
    package mutating func element(text: [UInt8]) {
        members(text)
    }

    package mutating func memberNull(_ name: Name) {
        key(name)
        out.append("null")
    }

    package mutating func memberObject(_ name: Name, _ members: (inout JSONWriter) -> Void) {
        key(name)
        braced("{", "}", members)
    }

    package mutating func memberArray(_ name: Name, _ elements: (inout JSONWriter) -> Void) {
        key(name)
        braced("[", "]", elements)
    }

    /// Writes an element of the array that is being written.
    package mutating func element(_ value: String) {
        separate()
        string(value)
    }

    package mutating func element(_ value: JSONValue) {
        separate()
        self.value(value)
    }

    package mutating func elementObject(_ members: (inout JSONWriter) -> Void) {
        separate()
        braced("{", "}", members)
    }

    private mutating func value(_ value: JSONValue) {
        switch value {
        case .null: out.append("null")
        case .bool(let flag): out.append(flag ? "true" : "false")
        case .integer(let number): out.append(decimal: Int(number))
        case .number(let number): out.append(number.isFinite ? String(number) : "null")
        case .string(let text): string(text)
        case .array(let elements):
            braced("[", "]") { writer in
                for element in elements { writer.element(element) }
            }
        case .object(let members):
            braced("{", "}") { writer in
                for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                    writer.member(.text(name.string), value)
                }
            }
        }
    }

    private mutating func key(_ name: Name) {
        switch name {
        case .literal(let name):
            let (length, needsComma) = (name.utf8CodeUnitCount, needsComma)
            out.write(upTo: length + 4) { target in
                var end = target
                if needsComma {
                    end.pointee = UInt8(ascii: ",")
                    end += 1
                }
                end.pointee = UInt8(ascii: "\"")
                (end + 1).update(from: name.utf8Start, count: length)
                end += length + 1
                end[0] = UInt8(ascii: "\"")
                end[1] = UInt8(ascii: ":")
                return end + 2 - target
            }
            self.needsComma = true
        case .text(let name):
            string(name, isSeparated: needsComma, followedBy: UInt8(ascii: ":"))
            needsComma = true
        }
    }

    private mutating func separate() {
        if needsComma { out.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func braced(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void) {
        out.append(UInt8(ascii: open))
        needsComma = false
        body(&self)
        out.append(UInt8(ascii: close))
        needsComma = true
    }

    /// Writes a string in quotes.
    ///
    /// - Parameters:
    ///   - isSeparated: whether a comma comes before the string.
    ///   - end: a byte that comes after the closing quote.
    private mutating func string(_ text: String, isSeparated: Bool = false, followedBy end: UInt8? = nil) {
        text.withBytes { source in
            let quote = UInt8(ascii: "\"")
            // `copyRun` may overwrite the eight bytes after those that it copies.
            var start = 0
            out.write(upTo: source.count + 12) { target in
                target[0] = UInt8(ascii: ",")
                let text = target + (isSeparated ? 2 : 1)
                text[-1] = quote
                start = source.copyRun(from: 0, to: text, until: Self.mayChange)
                var next = text + start
                if start == source.count {
                    next[0] = quote
                    next += 1
                    if let end {
                        next[0] = end
                        next += 1
                    }
                }
                return next - target
            }
            if start == source.count { return }
            while start < source.count {
                character(source[start])
                let next = start + 1
                out.write(upTo: source.count - next + 8) { target in
                    start = source.copyRun(from: next, to: target, until: Self.mayChange)
                    return start - next
                }
            }
            out.append(quote)
            if let end { out.append(end) }
        }
    }

    /// Returns the mask of the bytes that `character` may have to escape.
    private static func mayChange(_ bytes: EightBytes) -> UInt64 {
        // Ignoring one bit matches two bytes at a time: `"` and `&`, `<` and `>`.
        bytes.below(0x20) | bytes.equal(UInt8(ascii: "&"), ignoring: 0x04)
            | bytes.equal(UInt8(ascii: ">"), ignoring: 0x02) | bytes.equal(UInt8(ascii: "\\")) | bytes.equal(0x7F)
    }

    /// Writes one byte of a string, escaped if necessary.
    private mutating func character(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): out.append("\\\"")
        case UInt8(ascii: "\\"): out.append("\\\\")
        case UInt8(ascii: "\n"): out.append("\\n")
        case UInt8(ascii: "\r"): out.append("\\r")
        case UInt8(ascii: "\t"): out.append("\\t")
        case 0..<0x20, 0x7F: out.append("\\u00" + Hex.encode([byte]))
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
            if escapesMarkup { out.append("\\u00" + Hex.encode([byte])) } else { out.append(byte) }
        default: out.append(byte)
        }
    }
}
