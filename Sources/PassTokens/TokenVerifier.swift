package import PassCore
import PassCrypto
import PassDomain

/// A verifier of tokens of any kind by their exact bytes, with the status names of the vendor's verifier library.
///
/// Media tokens go through `MediaTokenVerifier`. The contents of any other token are ignored until its signature is
/// found valid. Revocation and single use can't be checked here, because only the service knows about them.
package struct TokenVerifier: Sendable {
    private let keys: TokenKeyring

    package init(keys: TokenKeyring) {
        self.keys = keys
    }

    /// Checks a token and returns the verdict.
    ///
    /// - Parameter text: the token as it was issued, or the base64 of that text.
    /// - Returns: `nil` if there is no key to check the signature with.
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

    /// Reads a token only in the exact spelling that the service itself reads. Returns `nil` for any other text.
    private static func exactToken(_ text: String) -> InspectedToken? {
        if let envelope = try? SignedEnvelope(text) {
            return EnvelopeReader.token(
                envelope.element, proof: .bytes(signature: envelope.signature, message: envelope.element))
        }
        guard (try? JSONWebToken(text)) != nil else { return nil }
        return JWTReader.read(Array(text.utf8))
    }
}

/// The verdict on a token: a status, and the token's contents if they can be trusted.
package struct TokenVerdict: Sendable, Hashable {
    /// The status of a token; the raw values are the names in the vendor's verifier library.
    package enum Status: String, Sendable {
        case valid = "VALID_TOKEN"
        case malformed = "INVALID_TOKEN_FORMAT"
        case badSignature = "INVALID_SIGNATURE"
        case expired = "TOKEN_EXPIRED"
        case wrongResource = "INVALID_RESOURCE_ID"
        // The vendor's list has no names for the following statuses.
        case wrongRequestor = "INVALID_REQUESTOR_ID"
        case wrongDevice = "INVALID_DEVICE_ID"
        case notYetValid = "TOKEN_NOT_YET_VALID"
        case deviceNotChecked = "DEVICE_NOT_CHECKED"
    }

    package var status: Status
    /// The contents of a media token; `nil` if they can't be trusted.
    package var media: MediaTokenFacts?
    /// The contents of any other token; `nil` if they can't be trusted.
    package var token: InspectedToken?

    package init(_ status: Status) {
        self.status = status
    }

    init(_ status: MediaTokenStatus, asksForDevice: Bool) {
        self.status =
            switch status {
            // Media tokens name no device, so none of them is bound to the device that the caller expects.
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
