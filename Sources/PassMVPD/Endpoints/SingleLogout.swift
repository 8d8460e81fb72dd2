import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML

/// `GET slo`: the service ends a session (SAML Profiles, section 4.4). Answers: 302 to the service, or 400.
///
/// The subscriber's sessions that the request names end, and that of the browser if it is the same subscriber's.
///
/// Query: `SAMLRequest` with a LogoutRequest, `RelayState`, `SigAlg` and `Signature` (required: by the service's SAML key).
struct SingleLogout: ProviderEndpoint {
    let samlKey: RSAPrivateKey

    let route = Route("SingleLogout", [.get], "/_sim/mvpd/{mvpd}/slo", on: .worker)

    private static let answerPath = "/sp/saml/LogoutServiceHTTPRedirectResponse"

    var isPage: Bool { false }

    func respond(to exchange: Exchange, at provider: Provider) throws -> HTTPResponse {
        let (request, relayState) = try refusing { () throws(SAMLError) in
            let message = try RedirectedMessage(query: exchange.request.query ?? "")
            return (try message.read(LogoutRequest.self, verifiedBy: samlKey.publicKey), message.relayState)
        }
        let answerURL = try ServiceRequestRule(provider: provider, links: exchange.links, now: exchange.now)
            .checkSender(issuer: request.issuer, issueInstant: request.issueInstant, answerPath: Self.answerPath)
        guard provider.mvpd.takesLogouts else {
            throw EntitlementFailure.loginRefused("This provider takes no logouts.")
        }
        guard !request.isExpired(at: exchange.now) else {
            throw EntitlementFailure.loginRefused("The request for a logout is over.")
        }
        let sessions = BrowserSessions(provider: provider, exchange: exchange)
        try sessions.end(request.sessionIndexes, of: SubscriberID(rawValue: request.nameID.value))
        let answer = LogoutResponse(
            id: SAMLID(from: exchange.world.identifiers), issueInstant: exchange.now, destination: answerURL,
            inResponseTo: request.id, issuer: provider.mvpd.entity)
        let location = try refusing { () throws(SAMLError) in
            try RedirectBinding.url(for: answer, to: answerURL, relayState: relayState, signedBy: samlKey)
        }
        var response = HTTPResponse(.found, fields: [.location: location, .cacheControl: "no-store"])
        try sessions.forgetIfDead(in: &response)
        return response
    }
}
