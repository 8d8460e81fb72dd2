import PassDomain
import PassEndpointKit
import PassHTTP

/// An endpoint of an MVPD. If the path names no existing MVPD, the answer is 404.
protocol MVPDEndpoint: Endpoint {
    /// Whether the MVPD's page delay applies to the endpoint's answers.
    var isPage: Bool { get }
    /// The kind of login pages to which the endpoint belongs; `nil` for all kinds.
    var pages: SimulatedMVPD.LoginPages? { get }

    /// Answers a request at an MVPD that exists and has this page.
    func respond(to exchange: Exchange, at site: MVPDSite) throws -> HTTPResponse
}

extension MVPDEndpoint {
    var failures: any FailureTable { MVPDFailureTable() }
    var isPage: Bool { true }
    var pages: SimulatedMVPD.LoginPages? { nil }

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        guard let site = MVPDSite(exchange) else {
            return ErrorPage("There is no provider at this address.").response(.notFound)
        }
        guard pages == nil || pages == site.behaviour.pages else {
            return ErrorPage("This provider doesn't have this page.", brand: site.brand).response(.notFound)
        }
        var response = try respond(to: exchange, at: site)
        if isPage { response.delay(milliseconds: site.behaviour.pageDelayMilliseconds) }
        return response
    }
}
