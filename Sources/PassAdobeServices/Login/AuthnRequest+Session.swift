import PassDomain
import PassEndpointKit
import PassSAML

extension AuthnRequest {
    /// What the service asks an MVPD for a login, by whichever way it goes there.
    ///
    /// - Parameter provider: the MVPD that is asked; when that is a proxy, it is told whom the login is for (SAML Core,
    ///   section 3.4.1.3).
    init(
        for session: AuthenticationSession, asked: ProviderRequest, id: SAMLID, at provider: MVPD, _ exchange: Exchange
    ) {
        self.init(
            id: id, issueInstant: exchange.now, destination: exchange.links.mvpd(provider, "sso"),
            issuer: asked.issuer, assertionConsumerServiceURL: asked.answerURL, isPassive: session.isPassive,
            requesterIDs: [session.requestor.rawValue],
            identityProviders: session.mvpd == provider.id ? [] : [session.mvpd.rawValue])
    }
}
