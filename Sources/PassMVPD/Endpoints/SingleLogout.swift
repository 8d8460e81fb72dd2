import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML
import PassTokens

/// `GET slo`: the service ends a session (SAML Profiles, section 4.4). The answer is 302 to the service, or 400.
///
/// Ends the subscriber's sessions that the request names, and the browser's session if it belongs to the same
/// subscriber.
///
/// Query: `SAMLRequest` with a LogoutRequest, `RelayState`, `SigAlg` and `Signature` (required; made with the service's
/// SAML key).
struct SingleLogout: MVPDEndpoint {
    let samlKey: RSAPrivateKey

    let route = Route(.singleLogout, [.get], "/_sim/mvpd/{mvpd}/slo", on: .worker)

    private static let answerPath = "/sp/saml/LogoutServiceHTTPRedirectResponse"

    var isPage: Bool { false }

    func respond(to exchange: Exchange, at site: MVPDSite) throws -> HTTPResponse {
        let (request, relayState) = try refusing { () throws(SAMLError) in
            let message = try RedirectedMessage(query: exchange.request.query ?? "")
            return (
                try message.read(LogoutRequest.self, verifiedBy: exchange.world.samlKey(or: samlKey.publicKey)),
                message.relayState
            )
        }
        let answerURL = try ServiceRequestRule(site: site, links: exchange.links, now: exchange.now)
            .checkSender(issuer: request.issuer, issueInstant: request.issueInstant, answerPath: Self.answerPath)
        guard site.mvpd.takesLogouts else {
            throw EntitlementFailure.loginRefused("This provider doesn't support logouts.")
        }
        guard !request.isExpired(at: exchange.now) else {
            throw EntitlementFailure.loginRefused("The logout request has expired.")
        }
        let sessions = BrowserSessions(site: site, exchange: exchange)
        try sessions.end(request.sessionIndexes, of: SubscriberID(rawValue: request.nameID.value))
        let answer = LogoutResponse(
            id: SAMLID(from: exchange.world.identifiers), issueInstant: exchange.now, destination: answerURL,
            inResponseTo: request.id, issuer: site.mvpd.entity)
        let location = try refusing { () throws(SAMLError) in
            try RedirectBinding.url(
                for: answer, to: answerURL, relayState: relayState, signedBy: exchange.world.samlKey(or: samlKey))
        }
        var response = HTTPResponse(.found, fields: [.location: location, .cacheControl: "no-store"])
        try sessions.forgetIfDead(in: &response)
        return response
    }
}
