import PassCore
import PassCrypto
import PassTokens

/// A verifier of media tokens for use without a simulator, as on a programmer's server.
///
/// The verifier checks a token's form, signature, expiry, resource and requestor.
///
/// ```swift
/// let verifier = try MediaTokenVerifier(publicKeyPEM: world.tokenKeyPEM)
/// let verdict = verifier.verify(token, resource: "news", at: world.nowMillis)
/// #expect(verdict.validity == .validToken)
/// ```
///
/// The verifier remembers no tokens, so it doesn't notice that a token was presented before.
/// `SimulatedWorld.verifyMediaToken` does.
public struct MediaTokenVerifier: Sendable {
    private let verifier: PassTokens.MediaTokenVerifier

    /// Creates a verifier with a public key.
    ///
    /// - Parameter publicKeyPEM: an RSA public key as PEM text, such as `SimulatedWorld.tokenKeyPEM` or the answer of
    ///   `GET /_sim/keys/token.pem`.
    /// - Throws: `SimulatorError` when the text holds no such key.
    public init(publicKeyPEM: String) throws {
        do {
            verifier = try PassTokens.MediaTokenVerifier(publicKeyPEM: Array(publicKeyPEM.utf8))
        } catch {
            throw SimulatorError("The public key can't be used: \(error)")
        }
    }

    /// Checks a media token.
    ///
    /// - Parameters:
    ///   - token: the token as it was issued, or that text in base64, as the REST APIs return it.
    ///   - resource: the resource that the server is about to stream; `nil` checks no resource.
    ///   - requestor: the requestor that the token must belong to; `nil` accepts any requestor.
    ///   - millis: the time at which the token must be valid, in milliseconds since 1970-01-01T00:00:00Z.
    public func verify(
        _ token: String, resource: String?, requestor: String? = nil, at millis: Int64
    ) -> MediaTokenVerdict {
        MediaTokenVerdict(
            verifier.verify(
                token, resource: resource, requestor: requestor, now: Timestamp(milliseconds: millis)))
    }
}

extension MediaTokenVerdict {
    fileprivate init(_ status: MediaTokenStatus) {
        self.init(
            validity: MediaTokenValidity(rawValue: status.name) ?? .errorUnknown,
            token: status.facts.map { facts in
                MediaTokenContents(
                    sessionGUID: facts.sessionGUID, requestorID: facts.requestorID, resourceID: facts.resourceID,
                    mvpdID: facts.mvpdID, proxyMVPDID: facts.proxyMVPDID, issuedMillis: facts.issued.milliseconds,
                    expiresMillis: facts.expires.milliseconds)
            })
    }
}
