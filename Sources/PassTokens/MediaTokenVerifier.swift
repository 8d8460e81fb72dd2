package import PassCore
package import PassCrypto
import PassDomain
import PassXML

/// Checks media tokens as a programmer's server does, without a simulator: form, signature, expiry, resource.
///
/// It doesn't remember tokens, so it can't tell that one was presented before.
package struct MediaTokenVerifier: Sendable {
    private let key: RSAPublicKey

    /// - Throws: `CryptoError` when the bytes hold no RSA public key.
    package init(publicKeyPEM: [UInt8]) throws(CryptoError) {
        key = try RSAPublicKey(pem: publicKeyPEM)
    }

    init(_ key: RSAPublicKey) {
        self.key = key
    }

    /// - Parameters:
    ///   - token: the token as it was given out, or that text in base64.
    ///   - resource: what the server is about to stream; `nil` checks no resource.
    ///   - requestor: whose token it must be; `nil` takes anyone's.
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

    /// The token itself: as it is, or decoded when it is base64 of one.
    package static func plain(_ text: String) -> String {
        guard !text.hasPrefix("<"), let bytes = Base64.decodeLeniently(text) else { return text }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The verdict on a media token, by the names of the vendor's verifier library.
package enum MediaTokenStatus: Sendable, Hashable {
    case valid(MediaTokenFacts)
    case invalidFormat
    case invalidSignature
    case expired(MediaTokenFacts)
    case invalidResource(MediaTokenFacts)
    case invalidRequestor(MediaTokenFacts)

    /// `VALID_TOKEN`, `INVALID_TOKEN_FORMAT` …; the vendor's list has none for a foreign requestor.
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

    package var facts: MediaTokenFacts? {
        switch self {
        case .valid(let facts), .expired(let facts), .invalidResource(let facts), .invalidRequestor(let facts): facts
        case .invalidFormat, .invalidSignature: nil
        }
    }
}

/// What a media token says, by the getters of the vendor's verifier library.
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
