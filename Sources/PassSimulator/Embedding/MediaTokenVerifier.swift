import PassCore
import PassCrypto
import PassTokens

/// Checks media tokens as a programmer's server does, without asking a simulator: form, signature, expiry, resource.
///
/// ```swift
/// let verifier = try MediaTokenVerifier(publicKeyPEM: world.tokenKeyPEM)
/// let verdict = verifier.verify(token, resource: "news", at: world.nowMillis)
/// #expect(verdict.validity == .validToken)
/// ```
///
/// It remembers nothing, so it can't tell that a token was presented before: `SimulatedWorld.verifyMediaToken` can.
public struct MediaTokenVerifier: Sendable {
    private let verifier: PassTokens.MediaTokenVerifier

    /// - Parameter publicKeyPEM: an RSA public key as PEM text, as `SimulatedWorld.tokenKeyPEM` and
    ///   `GET /_sim/keys/token.pem` give it.
    /// - Throws: `SimulatorError` when it holds none.
    public init(publicKeyPEM: String) throws {
        do {
            verifier = try PassTokens.MediaTokenVerifier(publicKeyPEM: Array(publicKeyPEM.utf8))
        } catch {
            throw SimulatorError("The text holds no RSA public key: \(error)")
        }
    }

    /// - Parameters:
    ///   - token: as it was given out, or that text in base64, as the REST APIs give it.
    ///   - resource: what the server is about to stream; `nil` checks no resource.
    ///   - requestor: whose token it must be; `nil` takes anyone's.
    ///   - millis: the time at which it must be good, since 1970-01-01T00:00:00Z.
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
