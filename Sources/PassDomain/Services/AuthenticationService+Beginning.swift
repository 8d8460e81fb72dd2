extension AuthenticationService {
    /// The contents of a browser's request to begin a login.
    package struct Beginning: Sendable {
        /// The requestor; `nil` is allowed if there is a registration code, whose record names the requestor.
        package var requestor: RequestorID?
        package var mvpd: MVPDID
        package var redirectURL: String?
        package var registrationCode: String?
        package var generic: String?
        /// Whether the login is passive: the MVPD must not prompt the user for anything.
        package var isPassive: Bool
        /// The SAML entity identifier by which the MVPD knows the service.
        package var issuer: String
        /// The address where the MVPD's answer must arrive.
        package var answerURL: String
        /// Whether the login is refused if another login has been completed with the same registration code.
        package var mustBeFirst: Bool

        package init(
            requestor: RequestorID?, mvpd: MVPDID, redirectURL: String?, registrationCode: String?, generic: String?,
            isPassive: Bool = false, issuer: String, answerURL: String, mustBeFirst: Bool = false
        ) {
            self.requestor = requestor
            self.mvpd = mvpd
            self.redirectURL = redirectURL
            self.registrationCode = registrationCode
            self.generic = generic
            self.isPassive = isPassive
            self.issuer = issuer
            self.answerURL = answerURL
            self.mustBeFirst = mustBeFirst
        }
    }

    /// The next step of a login that was just begun.
    package enum Start: Sendable {
        /// The browser continues at the MVPD that logs the user in: the chosen one, or its proxy.
        case atMVPD(AuthenticationSession, MVPD)
        /// A temporary pass or a degradation rule has completed the login, without a question to the user.
        case signedIn(AuthenticationSession)
        /// The requestor isn't integrated with the MVPD: the browser returns at once, and no user is signed in.
        case notIntegrated(AuthenticationSession)
        /// The request names no holder for a promotional pass: the browser returns at once, and no user is signed in.
        case withoutHolder(AuthenticationSession)
    }
}
