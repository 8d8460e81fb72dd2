import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML

/// What both ways of asking for a login have in common: a request that is right begins one.
struct SingleSignOn {
    let samlKey: RSAPrivateKey
    let logins: LoginSealer

    func answer(
        _ request: AuthnRequest, _ relayState: RelayState?, _ exchange: Exchange, _ provider: Provider
    ) throws -> HTTPResponse {
        try ServiceRequestRule(provider: provider, links: exchange.links, now: exchange.now).check(request)
        let login = Login(
            request: .saml(
                SAMLLoginRequest(
                    id: request.id, issuer: request.issuer,
                    assertionConsumerURL: request.assertionConsumerServiceURL, relayState: relayState)),
            requestor: request.requesterIDs.first.map {
                exchange.world.catalog.shownName(of: RequestorID(rawValue: $0))
            },
            began: exchange.now)
        return try LoginSteps(samlKey: samlKey, logins: logins, provider: provider, exchange: exchange)
            .begin(login, isForced: request.forceAuthn, isPassive: request.isPassive)
    }
}
