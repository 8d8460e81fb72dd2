package import PassCore
package import PassCrypto
import PassDomain
import PassXML

/// A verifier of media tokens that works without a simulator, like the one in a programmer's server. It checks form,
/// signature, expiry, resource and requestor.
///
/// The verifier doesn't remember tokens, so it can't detect one that was presented before.
package struct MediaTokenVerifier: Sendable {
    private let key: RSAPublicKey

    /// Reads the public key of the service.
    ///
    /// - Throws: `CryptoError` if the bytes hold no RSA public key.
    package init(publicKeyPEM: [UInt8]) throws(CryptoError) {
        key = try RSAPublicKey(pem: publicKeyPEM)
    }

    init(_ key: RSAPublicKey) {
        self.key = key
    }

    /// Checks a token and returns the first problem, or `.valid`.
    ///
    /// - Parameters:
    ///   - token: the token as it was issued, or the base64 of that text.
    ///   - resource: the resource that the server is about to stream; `nil` to accept any.
    ///   - requestor: the requestor that the token must have been issued to; `nil` to accept any.
    package func verify(_ token: String, resource: String?, requestor: String?, now: Timestamp) -> MediaTokenStatus {
        guard let envelope = try? SignedEnvelope(Self.plain(token)) else { return .invalidFormat }
        guard key.isValid(signature: envelope.signature, over: envelope.element) else { return .invalidSignature }
        guard let root = try? XMLReader.parse(envelope.element),
            MediaToken.Root(rawValue: root.name) != nil, let opened = try? MediaTokenReader.read(root)
        else { return .invalidFormat }
        let facts = MediaTokenFacts(opened)
        guard now < opened.expires else { return .expired(facts) }
        if let resource, !opened.resource.isMeant(by: resource) { return .invalidResource(facts) }
        if let requestor, RequestorID(rawValue: requestor) != opened.requestor { return .invalidRequestor(facts) }
        return .valid(facts)
    }

    /// Returns the token itself, decoded if the text is the base64 of one.
    package static func plain(_ text: String) -> String {
        guard !text.hasPrefix("<"), let bytes = Base64.decodeLeniently(text) else { return text }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The verdict on a media token, with the status names of the vendor's verifier library.
package enum MediaTokenStatus: Sendable, Hashable {
    case valid(MediaTokenFacts)
    case invalidFormat
    case invalidSignature
    case expired(MediaTokenFacts)
    case invalidResource(MediaTokenFacts)
    case invalidRequestor(MediaTokenFacts)

    /// The status name, such as `VALID_TOKEN` or `INVALID_TOKEN_FORMAT`. The vendor's list has none for a wrong
    /// requestor.
    package var name: String {
        switch self {
        case .valid: "VALID_TOKEN"
        case .invalidFormat: "INVALID_TOKEN_FORMAT"
        case .invalidSignature: "INVALID_SIGNATURE"
        case .expired: "TOKEN_EXPIRED"
        case .invalidResource: "INVALID_RESOURCE_ID"
        case .invalidRequestor: "INVALID_REQUESTOR_ID"
        }
    }

    /// The contents of the token; `nil` if they can't be trusted.
    package var facts: MediaTokenFacts? {
        switch self {
        case .valid(let facts), .expired(let facts), .invalidResource(let facts), .invalidRequestor(let facts): facts
        case .invalidFormat, .invalidSignature: nil
        }
    }
}

/// The contents of a media token, named after the getters of the vendor's verifier library.
package struct MediaTokenFacts: Sendable, Hashable {
    package var sessionGUID: String
    package var requestorID: String
    package var resourceID: String
    package var mvpdID: String
    package var proxyMVPDID: String?
    package var issued: Timestamp
    package var expires: Timestamp

    init(_ token: MediaToken) {
        sessionGUID = token.sessionGUID
        requestorID = token.requestor.rawValue
        resourceID = token.resource.text.string
        mvpdID = token.mvpd.rawValue
        proxyMVPDID = token.proxyMVPD?.rawValue
        issued = token.issued
        expires = token.expires
    }
}
