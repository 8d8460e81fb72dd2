import PassDomain
import PassEndpointKit
import PassHTTP

/// An endpoint of OAuth 2.0 MVPDs that clients call directly, without a browser.
protocol OAuthEndpoint: Endpoint {
    /// Answers a request at an MVPD that exists and speaks OAuth 2.0.
    func answer(_ exchange: Exchange, at site: MVPDSite) throws -> HTTPResponse
}

extension OAuthEndpoint {
    var failures: any FailureTable { OAuthFailureTable() }

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        guard let site = MVPDSite(exchange), site.mvpd.style == .oauth2 else {
            return Problem.response(.notFound, "Not found", "There is no OAuth 2.0 provider at this address.")
        }
        do {
            return try answer(exchange, at: site)
        } catch let refusal as MVPDRefusal {
            return OAuthAnswer.refusal(refusal, of: exchange.links.issuer(site.mvpd))
        }
    }
}

extension Links {
    /// Returns the issuer identifier of an OAuth 2.0 MVPD, the URL under which its discovery document is served (OpenID
    /// Connect Discovery, section 4).
    func issuer(_ mvpd: MVPD) -> String {
        String(self.mvpd(mvpd, "").dropLast())
    }
}
