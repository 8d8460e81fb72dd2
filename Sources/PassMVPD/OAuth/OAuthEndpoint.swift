import PassDomain
import PassEndpointKit
import PassHTTP

/// An endpoint that only an OAuth 2.0 MVPD has, for clients instead of people.
protocol OAuthEndpoint: Endpoint {
    func answer(_ exchange: Exchange, at provider: Provider) throws -> HTTPResponse
}

extension OAuthEndpoint {
    var failures: any FailureTable { OAuthFailureTable() }

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        guard let provider = Provider(exchange), provider.mvpd.style == .oauth2 else {
            return Problem.response(.notFound, "Not found", "There is no OAuth 2.0 provider at this address.")
        }
        do {
            return try answer(exchange, at: provider)
        } catch let refusal as ProviderRefusal {
            return OAuthAnswer.refusal(refusal, of: exchange.links.issuer(provider.mvpd))
        }
    }
}

extension Links {
    /// What an OAuth 2.0 MVPD calls itself: its discovery document is found below it (OpenID Connect Discovery, section 4).
    func issuer(_ mvpd: MVPD) -> String {
        String(self.mvpd(mvpd, "").dropLast())
    }
}
