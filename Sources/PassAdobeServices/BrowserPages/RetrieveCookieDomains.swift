import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /adobe-services/cookieDomains`: on which hosts each MVPD logs in, so that a client can keep their cookies for a
/// later login without a form (legacy protocol, "Passive authentication").
///
/// - `requestor_id`: leaves the MVPDs that it isn't integrated with out.
/// - 200: a JSON object, `{"AcmeCable":["login.acme.example"]}`; an MVPD without a login has no host.
/// - 400: `{"error":"invalid_request"}`.
struct RetrieveCookieDomains: AdobeEndpoint {
    let style = AnswerStyle.json
    let route = Route("RetrieveCookieDomains", [.get], "/adobe-services[/1.0]/cookieDomains", on: .loop)

    /// A worker lists a long catalog.
    func answerOnLoop(_ exchange: Exchange) throws -> LoopAnswer {
        if exchange.world.catalog.mvpds.count > Catalog.mostOnLoop { return .work { try answer(exchange) } }
        return .ready(try answer(exchange))
    }

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let catalog = exchange.world.catalog
        var mvpds = catalog.mvpds
        if let id = try exchange.parameters.requestorIfPresent() {
            mvpds = catalog.integratedMVPDs(of: try catalog.requestor(id, exchange.world.policy))
        }
        let body = JSONWriter.object { object in
            for mvpd in mvpds { object.member(mvpd.id.rawValue, hosts(of: mvpd, exchange)) }
        }
        return HTTPResponse(.ok, type: AnswerFormat.jsonType, body)
    }

    /// Its own host, then that of the MVPD that logs in for it.
    private func hosts(of mvpd: MVPD, _ exchange: Exchange) -> [String] {
        guard mvpd.style != .tempPass else { return [] }
        var hosts = [exchange.links.mvpdAuthority(mvpd).host]
        let provider = exchange.world.catalog.provider(of: mvpd, exchange.world.policy)
        let host = exchange.links.mvpdAuthority(provider).host
        if !hosts.contains(host) { hosts.append(host) }
        return hosts
    }
}
