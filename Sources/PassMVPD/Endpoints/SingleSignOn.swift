import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML

/// What both ways of asking for a login have in common: a request that is right shows the login page.
struct SingleSignOn {
    let samlKey: RSAPrivateKey
    let logins: LoginSealer

    func answer(
        _ request: AuthnRequest, _ relayState: RelayState?, _ exchange: Exchange, _ provider: Provider
    ) throws(EntitlementFailure) -> HTTPResponse {
        try ServiceRequestRule(provider: provider, links: exchange.links, now: exchange.now).check(request)
        let login = Login(
            requestID: request.id, issuer: request.issuer,
            assertionConsumerURL: request.assertionConsumerServiceURL, relayState: relayState,
            requestor: request.requesterIDs.first.map { displayName(of: $0, exchange.world.catalog) },
            began: exchange.now)
        if request.isPassive {
            // Nobody is ever signed in already, and asking is not allowed (SAML Core, section 3.4.1).
            let answer = LoginAnswer(
                provider: provider, login: login, world: exchange.world, now: exchange.now, samlKey: samlKey)
            return try answer.refuse(SAMLStatus(.responder, .noPassive))
        }
        return LoginPage(login, sealedBy: logins, at: provider, in: exchange.world).response()
    }

    private func displayName(of requestor: String, _ catalog: Catalog) -> String {
        String((catalog.requestors[RequestorID(rawValue: requestor)]?.displayName ?? requestor).prefix(100))
    }
}
