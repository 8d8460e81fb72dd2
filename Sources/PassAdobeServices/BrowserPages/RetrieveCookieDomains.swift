import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /adobe-services/cookieDomains`: the login hosts of each MVPD, so that a client can keep their cookies for a
/// later login without a form (legacy protocol, "Passive authentication").
///
/// - `requestor_id`: limits the answer to the MVPDs that the requestor is integrated with.
/// - 200: a JSON object, `{"AcmeCable":["login.acme.example"]}`; an MVPD without a login has no host.
/// - 400: `{"error":"invalid_request"}`.
struct RetrieveCookieDomains: AdobeEndpoint {
    let style = AnswerStyle.json
    let route = Route(.retrieveCookieDomains, [.get], "/adobe-services[/1.0]/cookieDomains", on: .loop)

    /// Leaves the answer to a worker if the catalog is long.
    func answerOnLoop(_ exchange: Exchange) throws -> LoopAnswer {
        if exchange.world.catalog.mvpds.count > Catalog.longestOnLoop { return .work { try answer(exchange) } }
        return .ready(try answer(exchange))
    }

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let catalog = exchange.world.catalog
        var mvpds = catalog.mvpds
        if let id = try exchange.parameters.requestorIfPresent() {
            mvpds = catalog.integratedMVPDs(of: try catalog.requestor(id))
        }
        let body = JSONWriter.object { object in
            for mvpd in mvpds { object.member(.text(mvpd.id.rawValue), hosts(of: mvpd, exchange)) }
        }
        return HTTPResponse(.ok, type: AnswerFormat.jsonType, body)
    }

    /// Returns the MVPD's own host, followed by its proxy's host if the MVPD has a proxy on another host.
    private func hosts(of mvpd: MVPD, _ exchange: Exchange) -> [String] {
        guard mvpd.style != .tempPass else { return [] }
        var hosts = [exchange.links.mvpdAuthority(mvpd).host]
        let actingMVPD = exchange.world.catalog.actingMVPD(of: mvpd)
        let host = exchange.links.mvpdAuthority(actingMVPD).host
        if !hosts.contains(host) { hosts.append(host) }
        return hosts
    }
}
