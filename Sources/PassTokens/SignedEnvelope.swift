import PassCore
import PassCrypto
package import PassDomain

/// The two parts of every XML token: a signature, then the element that it signs (legacy protocol, "Envelope").
///
/// ```
/// <signatureInfo>SIG<signatureInfo><simpleAuthenticationToken>…</simpleAuthenticationToken>
/// ```
///
/// The real service writes the second tag without a slash, and two SDK generations split the token at it. Both
/// spellings are read.
package struct SignedEnvelope: Sendable, Hashable {
    package var signature: [UInt8]
    /// The signed bytes, exactly as received or written.
    package var element: [UInt8]

    package init(signature: [UInt8], element: [UInt8]) {
        self.signature = signature
        self.element = element
    }

    /// The maximum length of a token, in bytes; longer texts are refused. A token for the longest resource
    /// (`ResourceReader.maximumBytes`) is shorter.
    package static let maximumBytes = 65_536

    private static let tag: StaticString = "<signatureInfo>"
    private static let slashedTag: StaticString = "</signatureInfo>"

    /// Returns the token's text, with the second tag spelled as `separator` says.
    package func text(_ separator: TokenForms.Separator = .recorded) -> String {
        // Base64 has four letters for three bytes; the tags and the padding take less than forty.
        var text = ByteWriter(capacity: signature.count * 4 / 3 + element.count + 40)
        text.append(Self.tag)
        signature.withUnsafeBufferPointer { text.append(base64: $0) }
        text.append(separator == .recorded ? Self.tag : Self.slashedTag)
        text.append(element)
        return text.string
    }

    /// Splits a token into its parts.
    ///
    /// The signature must be canonical base64, with one exception: a space counts as `+`, which some clients forget to
    /// encode.
    ///
    /// - Throws: `ProofRefusal.malformed` for any other shape.
    package init(_ text: String) throws(ProofRefusal) {
        guard let envelope = text.withBytes(Self.parts) else { throw .malformed }
        self = envelope
    }

    private static func parts(_ bytes: UnsafeBufferPointer<UInt8>) -> SignedEnvelope? {
        guard bytes.count <= maximumBytes, bytes.starts(with: tag) else { return nil }
        let start = tag.utf8CodeUnitCount
        let end = bytes.firstIndex(from: start) { $0.equal(UInt8(ascii: "<")) }
        let rest = UnsafeBufferPointer(rebasing: bytes[end...])
        let separator = rest.starts(with: tag) ? tag : slashedTag
        guard rest.starts(with: separator),
            let signature = decode(UnsafeBufferPointer(rebasing: bytes[start..<end]))
        else { return nil }
        let element = rest.dropFirst(separator.utf8CodeUnitCount)
        guard !signature.isEmpty, element.first == UInt8(ascii: "<") else { return nil }
        return SignedEnvelope(signature: signature, element: Array(element))
    }

    /// Returns the first 18 bytes of a token's signature without reading the rest, or `nil` if the text doesn't begin
    /// with a signature.
    static func signatureStart(_ text: String) -> [UInt8]? {
        text.withBytes { bytes in
            guard bytes.starts(with: tag) else { return nil }
            return decode(UnsafeBufferPointer(rebasing: bytes.dropFirst(tag.utf8CodeUnitCount).prefix(24)))
        }
    }

    private static func decode(_ letters: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard letters.firstIndex(of: UInt8(ascii: " "), from: 0) < letters.count else { return Base64.decode(letters) }
        return Base64.decode(letters.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 })
    }
}
