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

    /// The most bytes that are read as a token; longer texts are refused. The largest part of a token is a resource of
    /// some kilobytes.
    package static let maximumBytes = 65_536

    private static let tag = Array("<signatureInfo>".utf8)
    private static let slashedTag = Array("</signatureInfo>".utf8)

    /// Returns the token's text, with the second tag spelled as `separator` says.
    package func text(_ separator: TokenForms.Separator = .recorded) -> String {
        let letters = Base64.encode(signature)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.tag.count + letters.utf8.count + Self.slashedTag.count + element.count)
        bytes += Self.tag
        bytes += letters.utf8
        bytes += separator == .recorded ? Self.tag : Self.slashedTag
        bytes += element
        return String(decoding: bytes, as: UTF8.self)
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
        let end = bytes.firstIndex(from: tag.count) { $0.equal(UInt8(ascii: "<")) }
        let separator = bytes[end...].starts(with: tag) ? tag : slashedTag
        guard bytes[end...].starts(with: separator), let signature = decode(bytes[tag.count..<end]) else { return nil }
        let element = bytes[(end + separator.count)...]
        guard !signature.isEmpty, element.first == UInt8(ascii: "<") else { return nil }
        return SignedEnvelope(signature: signature, element: Array(element))
    }

    /// Returns the first 18 bytes of a token's signature without reading the rest, or `nil` if the text doesn't begin
    /// with a signature.
    static func signatureStart(_ text: String) -> [UInt8]? {
        text.withBytes { $0.starts(with: tag) ? decode($0.dropFirst(tag.count).prefix(24)) : nil }
    }

    private static func decode(_ letters: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        guard letters.contains(UInt8(ascii: " ")) else { return Base64.decode(letters) }
        return Base64.decode(letters.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 })
    }
}
