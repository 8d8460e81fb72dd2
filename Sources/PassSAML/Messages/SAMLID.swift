package import PassCore

/// The ID of a message or an assertion: an `NCName`, as attributes of type `ID` must be (SAML Core, section 1.3.4).
package struct SAMLID: ByteComparable, CustomStringConvertible {
    private let exact: ExactText
    package var text: String { exact.string }

    /// Creates a new ID from 128 random bits. The underscore is there because a name may not begin with a digit.
    package init(from identifiers: some IdentifierSource) {
        exact = ExactText("_" + identifiers.hex(byteCount: 16))
    }

    /// Reads an ID. Returns `nil` if `text` isn't an XML name without a colon (NCName), or is longer than 256 bytes.
    package init?(_ text: String) {
        guard let first = text.utf8.first, text.utf8.count <= 256, Self.isNameStart(first),
            text.consists(of: Self.isNameByte)
        else { return nil }
        exact = ExactText(text)
    }

    package var description: String { text }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: isNameStart(byte)
        }
    }
}
