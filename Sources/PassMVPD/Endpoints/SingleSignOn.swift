import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML

/// The part that both bindings of a login request share: checking the request and beginning a login.
struct SingleSignOn {
    let samlKey: RSAPrivateKey
    let logins: LoginSealer

    func answer(
        _ request: AuthnRequest, _ relayState: RelayState?, _ exchange: Exchange, _ site: MVPDSite
    ) throws -> HTTPResponse {
        try ServiceRequestRule(site: site, links: exchange.links, now: exchange.now).check(request)
        let login = Login(
            request: .saml(
                SAMLLoginRequest(
                    id: request.id, issuer: request.issuer,
                    assertionConsumerURL: request.assertionConsumerServiceURL, relayState: relayState)),
            requestor: request.requesterIDs.first.map {
                exchange.world.catalog.shownName(of: RequestorID(rawValue: $0))
            },
            began: exchange.now)
        return try LoginSteps(samlKey: samlKey, logins: logins, site: site, exchange: exchange)
            .begin(login, isForced: request.forceAuthn, isPassive: request.isPassive)
    }
}
