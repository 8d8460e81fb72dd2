import PassCore

/// A layer around a token that was copied from somewhere.
package enum TokenWrapping: String, Sendable, CaseIterable {
    /// The word `Bearer` of an `Authorization` header field.
    case bearer
    /// The elements of an XML answer.
    case answer
    /// XML entities, with which an XML answer escapes its text.
    case entities
    /// Percent-encoding, as in forms and queries.
    case percent
    case base64
}

/// A token without its wrappings.
struct UnwrappedToken {
    var text: [UInt8]
    /// The wrappings that were removed, outermost first.
    var wrappings: [TokenWrapping] = []

    private static let tag = Array("<signatureInfo>".utf8)
    /// The maximum number of wrappings that are removed, which is more than a token gets by accident.
    private static let mostWrappings = 6

    /// Removes wrappings until a token appears. Returns `nil` if none does.
    init?(_ input: [UInt8]) {
        text = Self.trimmed(input)
        while !isToken {
            guard wrappings.count < Self.mostWrappings, let (wrapping, inner) = Self.peel(text) else { return nil }
            wrappings.append(wrapping)
            text = Self.trimmed(inner)
        }
    }

    var isEnveloped: Bool { text.starts(with: Self.tag) }

    private var isToken: Bool { isEnveloped || JWTReader.parts(text) != nil }

    /// Removes the outermost wrapping, and returns its kind and its content. Returns `nil` if the text isn't wrapped.
    private static func peel(_ text: [UInt8]) -> (TokenWrapping, [UInt8])? {
        if String(decoding: text.prefix(7), as: UTF8.self).asciiLowercased == "bearer " {
            return (.bearer, Array(text.dropFirst(7)))
        }
        if text.first == UInt8(ascii: "<") { return elementText(text).map { (.answer, $0) } }
        if text.first == UInt8(ascii: "&") { return (.entities, withoutEntities(text)) }
        if text.contains(UInt8(ascii: "%")) {
            // A token's dates contain a plus sign. If that sign is percent-encoded, any bare plus sign must be a space.
            let isForm = text.firstRange(of: Array("%2B".utf8)) ?? text.firstRange(of: Array("%2b".utf8))
            return PercentEncoding.decode(text, plusIsSpace: isForm != nil).map { (.percent, Array($0.utf8)) }
        }
        return base64(text).map { (.base64, $0) }
    }

    /// Returns the escaped token within an answer's elements: the text from the first entity to the next tag.
    private static func elementText(_ text: [UInt8]) -> [UInt8]? {
        guard let start = text.firstIndex(of: UInt8(ascii: "&")) else { return nil }
        return Array(text[start...].prefix { $0 != UInt8(ascii: "<") })
    }

    /// Decodes base64 of either alphabet, with white space anywhere. Returns `nil` if the result isn't text.
    private static func base64(_ text: [UInt8]) -> [UInt8]? {
        guard text.count >= 16, let bytes = Base64.decodeLeniently(String(decoding: text, as: UTF8.self)),
            String(validating: bytes, as: UTF8.self) != nil
        else { return nil }
        return bytes
    }

    /// Replaces the five entities that XML predefines; all other text stays.
    private static func withoutEntities(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let known = text[index] == UInt8(ascii: "&") ? entities.first { text[index...].starts(with: $0.name) } : nil
            result.append(known?.byte ?? text[index])
            index += known?.name.count ?? 1
        }
        return result
    }

    private static let entities: [(name: [UInt8], byte: UInt8)] = [
        (Array("&lt;".utf8), UInt8(ascii: "<")), (Array("&gt;".utf8), UInt8(ascii: ">")),
        (Array("&amp;".utf8), UInt8(ascii: "&")), (Array("&quot;".utf8), UInt8(ascii: "\"")),
        (Array("&apos;".utf8), UInt8(ascii: "'")),
    ]

    /// Returns the text without white space and quotes at its ends. The quotes are those of a shell or of JSON.
    static func trimmed(_ text: [UInt8]) -> [UInt8] {
        var slice = text[...]
        while let first = slice.first, isBlank(first) { slice.removeFirst() }
        while let last = slice.last, isBlank(last) { slice.removeLast() }
        return Array(slice)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (9...13).contains(byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }
}
