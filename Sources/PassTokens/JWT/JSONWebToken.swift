package import PassCore
package import PassCrypto

/// A JSON object signed with RS256, in compact form (RFC 7515, section 7.1, and RFC 7519).
///
/// No other algorithm is read, `none` least of all: the key's owner decides how it is used, not the token (RFC 8725,
/// section 3.1). Reading doesn't verify; ask `isSigned(by:)` before believing a claim.
package struct JSONWebToken: Sendable {
    /// The most bytes that are read as a token.
    package static let maximumLength = 16_384

    package let claims: [ExactText: JSONValue]
    /// Header, dot and payload as received: what the signature covers.
    let signingInput: [UInt8]
    let signature: [UInt8]

    /// - Throws: `JSONWebTokenError` for anything but three parts in canonical base64url, the first of which names RS256
    ///   and the first two of which are JSON objects without repeated names.
    package init(_ text: String) throws(JSONWebTokenError) {
        guard text.utf8.count <= Self.maximumLength else { throw .tooLong }
        let parts = text.pieces(separatedBy: UInt8(ascii: "."))
        guard parts.count == 3 else { throw .notThreeParts }
        let header = try Self.object(parts[0])
        guard header["alg"] == .string("RS256") else { throw .unsupportedAlgorithm }
        // Critical extensions that aren't understood must be refused (RFC 7515, section 4.1.11), and none are.
        guard header["crit"] == nil else { throw .unsupportedAlgorithm }
        claims = try Self.object(parts[1])
        guard let signature = Base64.decode(parts[2], .url) else { throw .notBase64 }
        self.signature = signature
        let signedCount = parts[0].utf8.count + 1 + parts[1].utf8.count
        signingInput = text.withBytes { Array($0[..<signedCount]) }
    }

    /// The token over those claims, with the header `{"alg":"RS256"}` as recorded from the service, and a `kid` if one is given.
    ///
    /// - Parameters:
    ///   - claims: the bytes of a JSON object; they are signed as they stand.
    ///   - keyID: names the key in the header, for readers that look it up in a key set (RFC 7515, section 4.1.4).
    package static func sign(_ claims: [UInt8], with key: RSAPrivateKey, keyID: String? = nil) -> String {
        let header = JSONWriter.object { header in
            header.member("alg", "RS256")
            header.memberIfPresent("kid", keyID)
        }
        let signingInput = Base64.encode(header, .url) + "." + Base64.encode(claims, .url)
        return signingInput + "." + Base64.encode(key.signature(over: Array(signingInput.utf8)), .url)
    }

    package func isSigned(by key: RSAPublicKey) -> Bool {
        key.isValid(signature: signature, over: signingInput)
    }

    /// A claim in seconds since 1970 (`NumericDate`, RFC 7519, section 2); `nil` unless it is a whole number.
    package func instant(_ claim: String) -> Timestamp? {
        claims[claim]?.integerValue.map { Timestamp(seconds: $0) }
    }

    private static func object(_ part: String) throws(JSONWebTokenError) -> [ExactText: JSONValue] {
        guard let bytes = Base64.decode(part, .url) else { throw .notBase64 }
        guard let object = (try? JSONValue.parse(bytes))?.objectValue, !JSONValue.hasRepeatedName(bytes) else {
            throw .notAnObject
        }
        return object
    }
}

/// Why a text is no token that could be verified at all.
package enum JSONWebTokenError: Error, Hashable, Sendable {
    case tooLong
    case notThreeParts
    /// A part has padding, another alphabet or spare bits.
    case notBase64
    /// Header or payload isn't a JSON object, or has one name twice.
    case notAnObject
    /// Another algorithm than RS256, `none` included, or an extension that must be understood.
    case unsupportedAlgorithm
}
