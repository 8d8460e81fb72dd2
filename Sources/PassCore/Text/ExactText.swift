/// A type whose `==` and hash tell texts apart by their bytes, so that its values may be keys of what clients name.
///
/// `String` isn't one: for its `==` the Kelvin sign U+212A is the letter `K`, and `é` in one code point is `é` in two.
package protocol ByteComparable: Hashable, Sendable {}

/// A text from outside that is compared with others: equal to a text of the same UTF-8 bytes and to no other.
package struct ExactText: ByteComparable {
    package let string: String

    @inlinable package init(_ string: String) {
        self.string = string
    }

    @inlinable package static func == (left: ExactText, right: ExactText) -> Bool {
        left.string.hasSameBytes(as: right.string)
    }

    @inlinable package func hash(into hasher: inout Hasher) {
        string.hashBytes(into: &hasher)
    }
}

extension ExactText: Comparable {
    /// By their UTF-8 bytes, and so by their code points.
    package static func < (left: ExactText, right: ExactText) -> Bool {
        left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
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
    /// Whether one of them has the same UTF-8 bytes as the text.
    package func containsBytes(of text: String) -> Bool {
        contains { $0.hasSameBytes(as: text) }
    }
}

extension Dictionary where Key == ExactText {
    package subscript(name: String) -> Value? {
        get { self[ExactText(name)] }
        set { self[ExactText(name)] = newValue }
    }
}
