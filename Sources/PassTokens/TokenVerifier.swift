package import PassCore
import PassCrypto
import PassDomain

/// Judges a token of any kind over its exact bytes, in the words of the vendor's verifier library.
///
/// Media tokens go through `MediaTokenVerifier`. Of the others nothing is read before the signature is found good.
/// Revocation and single use are the service's to know.
package struct TokenVerifier: Sendable {
    private let keys: TokenKeyring

    package init(keys: TokenKeyring) {
        self.keys = keys
    }

    /// - Parameter text: as it was given out, or in base64.
    /// - Returns: `nil` when there is no key to check the signature with.
    package func verify(
        _ text: String, expecting: TokenInspector.Expectation = .init(), now: Timestamp
    ) -> TokenVerdict? {
        let text = MediaTokenVerifier.plain(text)
        guard let token = Self.exactToken(text) else { return TokenVerdict(.malformed) }
        let inspection = TokenInspector(keys: keys).inspect(token, expecting: expecting, now: now)
        switch inspection.signature {
        case .notChecked: return nil
        case .invalid, .unreadable: return TokenVerdict(.badSignature)
        case .valid: break
        }
        if token.kind == .media, let key = keys.token?.key {
            return TokenVerdict(
                MediaTokenVerifier(key).verify(
                    text, resource: expecting.resource, requestor: expecting.requestor, now: now),
                asksForDevice: expecting.device != nil)
        }
        return TokenVerdict(inspection)
    }

    /// Only in the one spelling that the service reads itself.
    private static func exactToken(_ text: String) -> InspectedToken? {
        if let envelope = try? SignedEnvelope(text) {
            return EnvelopeReader.token(
                envelope.element, proof: .bytes(signature: envelope.signature, message: envelope.element))
        }
        guard (try? JSONWebToken(text)) != nil else { return nil }
        return JWTReader.read(Array(text.utf8))
    }
}

/// What was found of a token, by its status's name, and what the token says where that can be trusted.
package struct TokenVerdict: Sendable, Hashable {
    package enum Status: String, Sendable {
        case valid = "VALID_TOKEN"
        case malformed = "INVALID_TOKEN_FORMAT"
        case badSignature = "INVALID_SIGNATURE"
        case expired = "TOKEN_EXPIRED"
        case wrongResource = "INVALID_RESOURCE_ID"
        // The vendor's list has no names for these.
        case wrongRequestor = "INVALID_REQUESTOR_ID"
        case wrongDevice = "INVALID_DEVICE_ID"
        case notYetValid = "TOKEN_NOT_YET_VALID"
        case deviceNotChecked = "DEVICE_NOT_CHECKED"
    }

    package var status: Status
    /// What a media token says that can be trusted.
    package var media: MediaTokenFacts?
    /// What any other token says that can be trusted.
    package var token: InspectedToken?

    package init(_ status: Status) {
        self.status = status
    }

    init(_ status: MediaTokenStatus, asksForDevice: Bool) {
        self.status =
            switch status {
            // No media token names a device, so none can be the one asked for.
            case .valid: asksForDevice ? .wrongDevice : .valid
            case .invalidFormat: .malformed
            case .invalidSignature: .badSignature
            case .expired: .expired
            case .invalidResource: .wrongResource
            case .invalidRequestor: .wrongRequestor
            }
        media = status.facts
    }

    init(_ inspection: TokenInspection) {
        status = inspection.problems.first.map(Self.status) ?? .valid
        token = status == .malformed ? nil : inspection.token
    }

    private static func status(_ problem: TokenInspection.Problem) -> Status {
        switch problem {
        case .badSignature, .signatureNotChecked: .badSignature
        case .incomplete: .malformed
        case .expired: .expired
        case .notYetValid: .notYetValid
        case .wrongRequestor: .wrongRequestor
        case .wrongResource: .wrongResource
        case .wrongDevice: .wrongDevice
        case .deviceNotChecked: .deviceNotChecked
        }
    }
}
