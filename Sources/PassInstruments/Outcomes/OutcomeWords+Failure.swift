import PassDomain

extension OutcomeWords {
    /// Creates the words for a failure. They are defined only here.
    init(_ failure: EntitlementFailure) {
        switch failure {
        case .missingParameter(let name): self.init("invalid", "missing", parameter: name)
        case .malformedParameter(let name, let reason):
            // A question mark in the name shows that the client sent a character no name has. The name could be part of
            // a secret value, so it isn't shown.
            self.init("invalid", reason, parameter: name.contains("?") ? "?" : name)
        case .unknownRequestor(let id):
            self.init("refused", "requestor unknown")
            facts = [("requestor", .name(id.rawValue))]
        case .unknownMVPD(let id):
            self.init("refused", "MVPD unknown")
            facts = [("mvpd", .name(id.rawValue))]
        case .notIntegrated(let id):
            self.init("refused", "no integration of the requestor with the MVPD")
            facts = [("mvpd", .name(id.rawValue))]
        case .requestorUnproven:
            self.init("refused", "requestor unproven", detail: "send signed_requestor_id or an access token")
        case .tooManyResources(let limit):
            self.init("refused", "too many resources")
            facts = [("limit", .number(limit))]
        case .redirectRefused(let sentence): self.init("refused", "redirect URL not allowed", detail: sentence)
        case .insecureTransport: self.init("refused", "plain HTTP", detail: "use https, or set requireTLS to false")
        case .clientTooOld: self.init("refused", "client too old", detail: "the setting oldestClient is the limit")
        case .unknownRegistrationCode:
            self.init(
                "refused", "registration code unknown or expired",
                detail: "get a new one: create a session in REST API v2, or POST /reggie/v1/REQUESTOR/regcode")
        case .sessionNotFound:
            self.init(
                "refused", "login unknown or expired",
                detail: "no user has logged in with this code or cookie: \(Self.loginAddress)")
        case .sessionWithoutUser:
            self.init(
                "refused", "no user",
                detail: "no user has logged in with this code or cookie yet: finish the login in the browser, or "
                    + Self.loginAddress)
        case .loginRefused(let sentence): self.init("refused", "login", detail: sentence)
        case .invalidProof(let refusal): self.init("refused", Self.words(refusal))
        case .missingDevice:
            self.init(
                "refused", "device missing",
                detail: "send device_id or the header ap_21; in REST API v2 AP-Device-Identifier")
        case .deviceMismatch: self.init("refused", "device isn't the token's")
        case .profileMissing:
            self.init(
                "refused", "no profile",
                detail: "no user has logged in with this app on this device: create a session and open its url in "
                    + "a browser")
        case .temporaryAccessRefused(let refusal): self.init("refused", Self.words(refusal))
        case .partnerRefused(let refusal): self.init("refused", "partner: \(refusal.rawValue)")
        case .serviceTokenRefused(let refusal): self.init("refused", Self.words(refusal))
        case .denied(let denial): self.init(denial)
        case .accessTokenRefused:
            self.init(
                "refused", "access token missing, invalid or expired",
                detail: "get a new one with POST /o/client/token")
        case .accessTokenForeign: self.init("refused", "access token of another requestor's application")
        case .invalidSoftwareStatement: self.init("refused", "software statement invalid")
        case .unapprovedSoftwareStatement: self.init("refused", "software statement of an unknown issuer")
        case .invalidRedirectURI: self.init("refused", "redirect_uri invalid")
        case .invalidClient: self.init("refused", "client unknown or its secret wrong")
        case .unauthorizedClient: self.init("refused", "grant_type not allowed for the client")
        case .unsupportedGrantType: self.init("refused", "grant_type unsupported")
        case .storeFull:
            self.init(
                "refused", "store full",
                detail: "the settings limits.records and limits.storedBytes are the limits")
        }
    }

    /// The instruction to begin a login, with the address that each API has for it.
    private static let loginAddress = "open /adobe-services/authenticate/saml, or in REST API v2 the session's url"

    private static func words(_ refusal: TemporaryAccessRefusal) -> String {
        switch refusal {
        case .durationExceeded: "temporary pass expired"
        case .resourcesExceeded: "temporary pass used up"
        case .identityMissing: "temporary pass without the identity of its holder"
        case .misconfigured: "temporary pass without duration"
        }
    }

    private static func words(_ refusal: ServiceTokenRefusal) -> String {
        switch refusal {
        case .malformed: "service token malformed"
        case .unreadableClaims: "service token with unreadable claims"
        case .noSubject: "service token without a subject"
        case .badSignature: "service token signature wrong"
        case .expired: "service token expired"
        case .deviceLeft: "device that has left the user's devices"
        case .unknownLink: "link code unknown, used or expired"
        }
    }

    private static func words(_ refusal: ProofRefusal) -> String {
        switch refusal {
        case .malformed: "token malformed"
        case .badSignature: "token signature wrong"
        case .expired: "token expired"
        case .revoked: "token revoked"
        case .foreign: "token of another requestor or MVPD"
        }
    }
}
