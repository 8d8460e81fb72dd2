import PassCore

/// A reader of one JSON5 text (json5.org, version 1.0.0).
///
/// JSON5 is JSON with comments, bare names, single quotes and trailing commas. The reader is stricter than the
/// specification in two points: a name may not occur twice in an object, and bare names may not contain `\u` escapes.
/// Nesting is limited to 64 levels.
package struct JSON5Reader {
    private var scanner: JSON5Scanner

    /// Reads a text from its bytes.
    ///
    /// - Throws: `JSON5Error` with the position of the first invalid byte.
    package static func read(_ bytes: [UInt8]) throws(JSON5Error) -> JSON5Node {
        var reader = JSON5Reader(scanner: JSON5Scanner(bytes))
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw reader.scanner.error("the file is not UTF-8 text")
        }
        try reader.scanner.skipBlank()
        let node = try reader.value(depth: 0)
        try reader.scanner.skipBlank()
        guard reader.scanner.isAtEnd else { throw reader.scanner.unexpected("the end of the file") }
        return node
    }

    private mutating func value(depth: Int) throws(JSON5Error) -> JSON5Node {
        guard depth < 64 else { throw scanner.error("values are nested deeper than 64 levels") }
        let position = scanner.position
        switch scanner.next {
        case UInt8(ascii: "{"): return JSON5Node(.object(try object(depth: depth)), at: position)
        case UInt8(ascii: "["): return JSON5Node(.list(try list(depth: depth)), at: position)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return JSON5Node(.text(try scanner.quoted()), at: position)
        default: return JSON5Node(try scanner.word(), at: position)
        }
    }

    private mutating func object(depth: Int) throws(JSON5Error) -> [JSON5Node.Member] {
        var members: [JSON5Node.Member] = []
        var names: Set<ExactText> = []
        try bracketed(by: UInt8(ascii: "}")) { reader throws(JSON5Error) in
            let position = reader.scanner.position
            let name = try reader.scanner.name()
            guard names.insert(ExactText(name)).inserted else {
                throw JSON5Error(message: "\(name) occurs twice in this object", position: position)
            }
            try reader.scanner.skipBlank()
            guard reader.scanner.take(UInt8(ascii: ":")) else { throw reader.scanner.unexpected("a colon") }
            try reader.scanner.skipBlank()
            members.append(.init(name, try reader.value(depth: depth + 1), at: position))
        }
        return members
    }

    private mutating func list(depth: Int) throws(JSON5Error) -> [JSON5Node] {
        var elements: [JSON5Node] = []
        try bracketed(by: UInt8(ascii: "]")) { reader throws(JSON5Error) in
            elements.append(try reader.value(depth: depth + 1))
        }
        return elements
    }

    /// Reads elements up to the byte `close`, separated by commas; a comma may also follow the last one.
    private mutating func bracketed(
        by close: UInt8, _ element: (inout JSON5Reader) throws(JSON5Error) -> Void
    ) throws(JSON5Error) {
        scanner.skip()
        try scanner.skipBlank()
        while !scanner.take(close) {
            try element(&self)
            try scanner.skipBlank()
            let hasComma = scanner.take(UInt8(ascii: ","))
            try scanner.skipBlank()
            guard hasComma || scanner.next == close else {
                throw scanner.unexpected("a comma or \(Character(Unicode.Scalar(close)))")
            }
        }
    }
}

/// The error for text that isn't JSON5.
package struct JSON5Error: Error, Hashable {
    /// The description of what is wrong, without the place.
    package var message: String
    package var position: JSON5Node.Position
}
