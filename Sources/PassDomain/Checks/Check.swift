package import PassCore

/// A check that decides about a request, with the values that it compares.
///
/// The values are turned into sentences only when an explanation is read, so requests that are never explained don't
/// bear that cost.
package enum Check: Sendable {
    // Before the operation.

    /// The limit on the requests of an address.
    case throttle(address: String, requestsPerSecond: Int, burst: Int)
    /// A rule of the namespace that has no effect on the request.
    case rule(String, RuleMiss)
    /// The rule that takes effect, and what it does.
    case ruleEffect(String, action: String)
    /// A rule's action that the request itself asks for, but that can't be read; the sentence says why.
    case unreadableAction(String)
    /// The number of further rules that have no effect.
    case furtherRules(Int)
    /// Whether the request is well-formed: the parameters and everything else that the operation needs before it calls
    /// a service.
    case request

    // The names in the request.

    case requestor(RequestorID, isKnown: Bool)
    case mvpd(MVPDID)
    case integration(RequestorID, MVPDID)
    /// The address to which a browser is to return.
    case returnAddress(String)

    // The caller.

    /// The client that an access token names.
    case client(ClientID, ClientState)
    /// Whether the client's application, or the call's signature, proves that the call comes from the requestor.
    case application(String, RequestorID)
    case requestorSignature(RequestorID)
    case scope(String)
    case clientSecret(ClientID)
    case grantType(String)
    case softwareStatement(String)

    // Tokens.

    /// The form and the signature of a token; the refusal is `nil` if both are right.
    case signature(Subject, ProofRefusal?)
    case expiry(Subject, expires: Timestamp, now: Timestamp)
    /// Whether a logout, or the end of a degradation rule, has ended the login of a token.
    case revocation(Subject)
    /// Whether the service still has a record of the token's login, for tokens that don't carry the login themselves.
    case origin(Subject)
    /// The requestor of a token, and the requestor that sends it.
    case owner(Subject, RequestorID, asks: RequestorID)
    /// The MVPD that the request names in addition to a token.
    case namedMVPD(MVPDID, of: MVPDID)
    /// Whether the request names a device, where one is required.
    case deviceNamed
    /// The request's device, and the fingerprint that a token carries.
    case device(ExactText, fingerprint: ExactText)
    /// A web token without a fingerprint, which is valid on every device.
    case unboundDevice
    /// The resource for which a media token was made.
    case mediaResource(ExactText, asks: String)
    /// Whether a media token may be presented once more.
    case presentation

    // Logins.

    /// A registration code, and the requestor that it must belong to.
    case code(String, RequestorID?)
    /// The device for which a registration code was made.
    case codeDevice(ExactText, named: ExactText)
    case login(LoginState)
    /// The parameters that a login of REST API v2 needs, and the number of those that are missing.
    case loginFacts(missing: Int)
    /// The MVPD's answer to a login.
    case mvpdAnswer(MVPDID)
    /// An app's profile for an MVPD.
    case profile(MVPDID, ProfileState, expires: Timestamp, now: Timestamp)
    /// A list of an app's profiles, none of which is valid.
    case noProfile
    /// The login in a partner's framework; the refusal is `nil` if the login is accepted.
    case partner(PartnerRefusal?)
    /// The logins that a logout has ended.
    case endedLogins(Int)

    // Decisions.

    /// Whether the requestor offers the resource.
    case offer(ExactText, RequestorID)
    /// Whether the text of a resource is well-formed.
    case resourceForm
    case resourceCount(Int, limit: Int)
    case degradation(Degradation, MVPDID)
    /// The refresh token with which the service queries an OAuth 2.0 MVPD.
    case refreshToken(MVPDID)
    /// A resource whose name decides how each simulated MVPD treats it.
    case magicName(ExactText, prefix: String)
    case account(SubscriberID, MVPDID)
    case rating(Rating, Rating.Limit)
    case decision(MVPDDecision)
    /// A stored decision, which the MVPD made for an earlier request, and its expiry.
    case keptDecision(ExactText, expires: Timestamp, now: Timestamp)
    /// A denial that a rule forces for a resource.
    case forcedDenial(ExactText, Denial.Code)
    case repeatedDenials(count: Int, limit: Int)
    /// The access with a temporary pass, which needs no login.
    case temporaryPass(MVPDID)
    case passHolder(member: String)
    case passResources(used: Int, limit: Int)

    /// The kind of token or record that is checked.
    package enum Subject: String, Sendable, CaseIterable {
        case authenticationToken = "authN token"
        case authorizationToken = "authZ token"
        case mediaToken = "media token"
        case accessToken = "access token"
        case serviceToken = "service token"
        case session
        case profile
        case temporaryPass = "temporary pass"
    }

    /// The reason why a rule has no effect on a request.
    package enum RuleMiss: String, Sendable, CaseIterable {
        case notMatched = "doesn't match"
        /// The rule matches, but `nth`, `after` or its probability excludes this request.
        case otherRequest = "affects other requests"
        /// The rule matches, and has taken effect as often as it may.
        case usedUp = "used up"
        case over
        /// The rule matches, but the request was refused before the rule could take effect.
        case notReached = "not reached"
    }

    package enum ClientState: String, Sendable, CaseIterable {
        case registered
        case unknown
        case revoked
    }

    package enum LoginState: String, Sendable, CaseIterable {
        /// No login was begun, or it has expired.
        case missing
        /// The login waits for the MVPD.
        case waiting
        case signedIn = "signed in"
        case failed
        case signedOut = "signed out"
        /// The MVPD has already answered.
        case answered
    }

    package enum ProfileState: String, Sendable, CaseIterable {
        case valid
        case expired
        case revoked
        case missing
    }

    /// The decision of an MVPD about a resource.
    package struct MVPDDecision: Sendable, Hashable {
        package var mvpd: MVPDID
        package var subscriber: SubscriberID
        package var resource: ExactText
        /// The reason for a denial; `nil` if the resource may be watched.
        package var denial: Denial?

        package init(mvpd: MVPDID, subscriber: SubscriberID, resource: ExactText, denial: Denial?) {
            self.mvpd = mvpd
            self.subscriber = subscriber
            self.resource = resource
            self.denial = denial
        }
    }
}
