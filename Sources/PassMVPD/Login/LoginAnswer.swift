import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import PassSAML

/// An MVPD's answer to a login, in the protocol of the request.
struct LoginAnswer {
    let site: MVPDSite
    let login: Login
    let world: World
    let now: Timestamp
    /// The key that signs the assertion in a World without keys of its own.
    let samlKey: RSAPrivateKey
    /// The defect that a rule gives to the answer.
    var fault: MVPDFault?

    /// The reasons why an answer names no subscriber.
    enum Refusal {
        /// No subscriber was signed in, and the request forbids showing a page.
        case notSignedIn
        /// The subscriber doesn't want the programmer to know who signed in.
        case denied
        /// The MVPD itself fails.
        case broken
    }

    /// Tells the service that a subscriber is signed in.
    ///
    /// - Throws: `EntitlementFailure.storeFull` when the MVPD can't store the code that it issues.
    func accept(_ signedIn: SignedIn) throws -> HTTPResponse {
        switch login.request {
        case .saml(let request): try saml(request).accept(signedIn)
        case .oauth(let request):
            try authorization(request).accept(
                signedIn.subscriber, session: signedIn.session.id, authenticated: min(signedIn.session.began, now))
        }
    }

    /// Tells the service that no subscriber is signed in.
    func refuse(_ refusal: Refusal) throws -> HTTPResponse {
        switch login.request {
        case .saml(let request): try saml(request).refuse(refusal.status)
        case .oauth(let request): authorization(request).refuse(refusal.authorizationRefusal)
        }
    }

    private func saml(_ request: SAMLLoginRequest) -> SAMLAnswer {
        SAMLAnswer(site: site, request: request, world: world, now: now, samlKey: samlKey, fault: fault)
    }

    private func authorization(_ request: AuthorizationRequest) -> AuthorizationAnswer {
        AuthorizationAnswer(site: site, request: request, now: now)
    }
}

extension LoginAnswer.Refusal {
    private var sentence: String {
        switch self {
        case .notSignedIn: "The user isn't signed in."
        case .denied: "The subscriber did not allow access."
        case .broken: "The provider can't process sign-ins at the moment."
        }
    }

    fileprivate var status: SAMLStatus {
        switch self {
        case .notSignedIn: SAMLStatus(.responder, .noPassive)
        case .denied: SAMLStatus(.responder, .requestDenied, message: sentence)
        case .broken: SAMLStatus(.responder, .authnFailed, message: sentence)
        }
    }

    fileprivate var authorizationRefusal: AuthorizationRefusal {
        switch self {
        case .notSignedIn: AuthorizationRefusal(.loginRequired, sentence)
        case .denied: AuthorizationRefusal(.accessDenied, sentence)
        case .broken: AuthorizationRefusal(.serverError, sentence)
        }
    }
}
