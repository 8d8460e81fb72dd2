package import PassCore
package import PassCrypto

/// A JSON object signed with RS256, in compact form (RFC 7515, section 7.1, and RFC 7519).
///
/// Tokens with other algorithms, least of all `none`, aren't read: the owner of a key decides how the key is used, not
/// the token (RFC 8725, section 3.1). Reading doesn't verify the signature. Call `isSigned(by:)` before trusting a
/// claim.
package struct JSONWebToken: Sendable {
    /// The maximum length of a token, in bytes.
    package static let maximumLength = 16_384

    package let claims: [ExactText: JSONValue]
    /// The input to the signature: header, dot and payload as received.
    let signingInput: [UInt8]
    let signature: [UInt8]

    /// Reads a token without verifying its signature.
    ///
    /// - Throws: `JSONWebTokenError` unless the text has three parts in canonical base64url, of which the first names
    ///   RS256 and the first two are JSON objects without repeated names.
    package init(_ text: String) throws(JSONWebTokenError) {
        guard text.utf8.count <= Self.maximumLength else { throw .tooLong }
        let parts = text.pieces(separatedBy: UInt8(ascii: "."))
        guard parts.count == 3 else { throw .notThreeParts }
        let header = try Self.object(parts[0])
        guard header["alg"] == .string("RS256") else { throw .unsupportedAlgorithm }
        // A reader must refuse critical extensions that it doesn't understand (RFC 7515, section 4.1.11), and this
        // reader understands none.
        guard header["crit"] == nil else { throw .unsupportedAlgorithm }
        claims = try Self.object(parts[1])
        guard let signature = Base64.decode(parts[2], .url) else { throw .notBase64 }
        self.signature = signature
        let signedCount = parts[0].utf8.count + 1 + parts[1].utf8.count
        signingInput = text.withBytes { Array($0[..<signedCount]) }
    }

    /// Returns a signed token with these claims. Its header is `{"alg":"RS256"}`, as recorded from the service, plus a
    /// `kid` if `keyID` isn't `nil`.
    ///
    /// - Parameters:
    ///   - claims: the bytes of a JSON object, which are signed as they are.
    ///   - keyID: names the key in the header, for readers that look it up in a key set (RFC 7515, section 4.1.4).
    package static func sign(_ claims: [UInt8], with key: RSAPrivateKey, keyID: String? = nil) -> String {
        let header = JSONWriter.object { header in
            header.member("alg", "RS256")
            header.memberIfPresent("kid", keyID)
        }
        let signingInput = Base64.encode(header, .url) + "." + Base64.encode(claims, .url)
        return signingInput + "." + Base64.encode(key.signature(over: Array(signingInput.utf8)), .url)
    }

    /// Whether the owner of the key signed the token.
    package func isSigned(by key: RSAPublicKey) -> Bool {
        key.isValid(signature: signature, over: signingInput)
    }

    /// Returns a claim that is a time in seconds since 1970 (`NumericDate`, RFC 7519, section 2), or `nil` if it isn't
    /// a whole number.
    package func instant(_ claim: String) -> Timestamp? {
        claims[claim]?.integerValue.map { Timestamp(seconds: $0) }
    }

    private static func object(_ part: String) throws(JSONWebTokenError) -> [ExactText: JSONValue] {
        guard let bytes = Base64.decode(part, .url) else { throw .notBase64 }
        guard let object = JSONValue.unambiguousObject(bytes) else { throw .notAnObject }
        return object
    }
}

/// The reason why a text can't be a token that this module verifies.
package enum JSONWebTokenError: Error, Hashable, Sendable {
    case tooLong
    case notThreeParts
    /// A part has padding, another alphabet or spare bits.
    case notBase64
    /// The header or payload isn't a JSON object, or has a name twice.
    case notAnObject
    /// The algorithm isn't RS256 (`none` included), or the header demands support for an extension.
    case unsupportedAlgorithm
}
