import PassCore
import PassCrypto
package import PassDomain

/// The two parts of every token: a signature, then the element that it signs (legacy protocol, "Envelope").
///
/// ```
/// <signatureInfo>SIG<signatureInfo><simpleAuthenticationToken>…</simpleAuthenticationToken>
/// ```
///
/// The second tag has no slash on the real wire, and two SDK generations split on it. Both spellings are read.
package struct SignedEnvelope: Sendable, Hashable {
    package var signature: [UInt8]
    /// The signed bytes, as they are.
    package var element: [UInt8]

    package init(signature: [UInt8], element: [UInt8]) {
        self.signature = signature
        self.element = element
    }

    /// Longer tokens are refused unread: one is at most a resource of some kilobytes.
    package static let maximumBytes = 65_536

    private static let tag = Array("<signatureInfo>".utf8)
    private static let slashedTag = Array("</signatureInfo>".utf8)

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

    /// Takes a token apart.
    ///
    /// Base64 is read in canonical form with one leniency: a space stands for the `+` that a client forgot to encode.
    ///
    /// - Throws: `ProofRefusal.malformed` for any other shape.
    package init(_ text: String) throws(ProofRefusal) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.maximumBytes, bytes.starts(with: Self.tag) else { throw .malformed }
        let rest = bytes[Self.tag.count...]
        guard let end = rest.firstIndex(of: UInt8(ascii: "<")) else { throw .malformed }
        let after = rest[end...]
        if after.starts(with: Self.tag) {
            element = Array(after.dropFirst(Self.tag.count))
        } else if after.starts(with: Self.slashedTag) {
            element = Array(after.dropFirst(Self.slashedTag.count))
        } else {
            throw .malformed
        }
        guard let signature = Self.decode(rest[..<end]), !signature.isEmpty, element.first == UInt8(ascii: "<")
        else { throw .malformed }
        self.signature = signature
    }

    /// The first 18 bytes of a token's signature, without a look at what follows; `nil` when it doesn't begin with one.
    static func signatureStart(_ text: String) -> [UInt8]? {
        text.withBytes { $0.starts(with: tag) ? decode($0.dropFirst(tag.count).prefix(24)) : nil }
    }

    private static func decode(_ letters: some Collection<UInt8>) -> [UInt8]? {
        Base64.decode(letters.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 })
    }
}
