import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import PassSAML

/// An MVPD's answer to a login, in the protocol in which it was asked.
struct LoginAnswer {
    let provider: Provider
    let login: Login
    let world: World
    let now: Timestamp
    /// Signs the assertion.
    let samlKey: RSAPrivateKey

    /// Why nobody is signed in.
    enum Refusal {
        /// Nobody was signed in before, and nobody may be asked.
        case nobodyThere
        /// The subscriber doesn't want the programmer to know.
        case denied
        /// The MVPD itself fails.
        case broken
    }

    /// That this subscriber is signed in.
    ///
    /// - Throws: `EntitlementFailure.storeFull` when the MVPD can't remember what it answered.
    func accept(_ signedIn: SignedIn) throws -> HTTPResponse {
        switch login.request {
        case .saml(let request): try saml(request).accept(signedIn)
        case .oauth(let request):
            try authorization(request).accept(
                signedIn.subscriber, session: signedIn.session.id, authenticated: min(signedIn.session.began, now))
        }
    }

    func refuse(_ refusal: Refusal) throws -> HTTPResponse {
        switch login.request {
        case .saml(let request): try saml(request).refuse(refusal.status)
        case .oauth(let request): authorization(request).refuse(refusal.authorizationRefusal)
        }
    }

    private func saml(_ request: SAMLLoginRequest) -> SAMLAnswer {
        SAMLAnswer(provider: provider, request: request, world: world, now: now, samlKey: samlKey)
    }

    private func authorization(_ request: AuthorizationRequest) -> AuthorizationAnswer {
        AuthorizationAnswer(provider: provider, request: request, world: world, now: now)
    }
}

extension LoginAnswer.Refusal {
    private var sentence: String {
        switch self {
        case .nobodyThere: "Nobody is signed in."
        case .denied: "The subscriber does not allow it."
        case .broken: "The provider can't sign anybody in at the moment."
        }
    }

    fileprivate var status: SAMLStatus {
        switch self {
        case .nobodyThere: SAMLStatus(.responder, .noPassive)
        case .denied: SAMLStatus(.responder, .requestDenied, message: sentence)
        case .broken: SAMLStatus(.responder, .authnFailed, message: sentence)
        }
    }

    fileprivate var authorizationRefusal: AuthorizationRefusal {
        switch self {
        case .nobodyThere: AuthorizationRefusal(.loginRequired, sentence)
        case .denied: AuthorizationRefusal(.accessDenied, sentence)
        case .broken: AuthorizationRefusal(.serverError, sentence)
        }
    }
}
