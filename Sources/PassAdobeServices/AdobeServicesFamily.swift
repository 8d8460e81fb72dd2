package import PassCore
package import PassCrypto
import PassDomain
package import PassEndpointKit
import PassHTTP

/// The backend of the AccessEnabler SDKs: `/adobe-services/*`, `/sp/saml/*`, `/indiv/*`, `/tvs/*`.
package struct AdobeServicesFamily: EndpointFamily {
    package let endpoints: [any Endpoint]

    /// - Parameters:
    ///   - samlKey: signs the requests to MVPDs, and its public half verifies their answers: one installation has one.
    ///   - realClock: what cookies' `Expires` follows, since browsers know no other time.
    package init(samlKey: RSAPrivateKey, realClock: any WallClock) {
        endpoints = [
            IndividualizeDevice(),
            RetrieveConfiguration(),
            Authenticate(samlKey: samlKey, realClock: realClock),
            ConsumeAssertion(samlKey: samlKey.publicKey),
            ConsumeAuthorizationCode(),
            RetrieveSession(kind: .web),
            RetrieveSession(kind: .native),
            Authorize(kind: .web),
            Authorize(kind: .native),
            ShortAuthorize(kind: .web),
            ShortAuthorize(kind: .native),
            Logout(samlKey: samlKey),
            ConsumeLogoutResponse(samlKey: samlKey.publicKey),
            ConsumeProviderLogout(),
            SignStreamURL(),
        ]
    }
}

/// An operation of this family: a bad access token is refused before it runs, an absent one isn't missed.
protocol AdobeEndpoint: Endpoint {
    var style: AnswerStyle { get }
    func answer(_ exchange: Exchange) throws -> HTTPResponse
}

extension AdobeEndpoint {
    package var failures: any FailureTable { AdobeFailureTable(style: style) }

    package func respond(to exchange: Exchange) throws -> HTTPResponse {
        _ = try exchange.world.clients.caller(bearer: exchange.bearer(), now: exchange.now)
        return try answer(exchange)
    }
}
