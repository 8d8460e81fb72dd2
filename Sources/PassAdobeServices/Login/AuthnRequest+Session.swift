import PassDomain
import PassEndpointKit
import PassSAML

extension AuthnRequest {
    /// Creates the service's request for a login at an MVPD, for any binding.
    ///
    /// - Parameter actingMVPD: the MVPD that receives the request. If it is a proxy, the request also names the MVPD that
    ///   the login is for (SAML Core, section 3.4.1.3).
    init(
        for session: AuthenticationSession, asked: MVPDRequest, id: SAMLID, at actingMVPD: MVPD, _ exchange: Exchange
    ) {
        self.init(
            id: id, issueInstant: exchange.now, destination: exchange.links.mvpd(actingMVPD, "sso"),
            issuer: asked.issuer, assertionConsumerServiceURL: asked.answerURL, isPassive: session.isPassive,
            requesterIDs: [session.requestor.rawValue],
            identityProviders: session.mvpd == actingMVPD.id ? [] : [session.mvpd.rawValue])
    }
}
