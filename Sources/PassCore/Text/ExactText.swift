/// A type whose `==` and hash compare texts byte by byte.
///
/// Values of such a type can therefore be dictionary keys for names that clients choose.
///
/// `String` doesn't qualify: its `==` takes the Kelvin sign U+212A for the letter `K`, and `é` in one code point for
/// `é` in two.
package protocol ByteComparable: Hashable, Sendable {}

/// A text from outside the program that equals only texts with the same UTF-8 bytes.
package struct ExactText: ByteComparable {
    package let string: String

    package init(_ string: String) {
        self.string = string
    }

    package static func == (left: ExactText, right: ExactText) -> Bool {
        left.string.hasSameBytes(as: right.string)
    }

    package func hash(into hasher: inout Hasher) {
        string.hashBytes(into: &hasher)
    }
}

extension ExactText: Comparable {
    /// Orders texts by their UTF-8 bytes, and so by their code points.
    package static func < (left: ExactText, right: ExactText) -> Bool {
        left.string.precedesByBytes(right.string)
    }
}

extension ExactText: ExpressibleByStringLiteral, CustomStringConvertible {
    package init(stringLiteral string: String) { self.init(string) }
    package var description: String { string }
}

extension ExactText: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }
}

extension Sequence<String> {
    /// Whether one of the strings has the same UTF-8 bytes as `text`.
    @inlinable package func containsBytes(of text: String) -> Bool {
        contains { $0.hasSameBytes(as: text) }
    }
}

extension Dictionary where Key == ExactText {
    /// The value whose key has the same UTF-8 bytes as `name`.
    package subscript(name: String) -> Value? {
        get { self[ExactText(name)] }
        set { self[ExactText(name)] = newValue }
    }
}
