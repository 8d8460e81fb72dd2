import PassDomain
import PassEndpointKit
import PassHTTP

/// An endpoint of an MVPD: it is answered only at an MVPD that exists.
protocol ProviderEndpoint: Endpoint {
    /// Whether its answers take as long as the MVPD's pages do.
    var isPage: Bool { get }
    /// The way of logging in to which it belongs; `nil` for all.
    var pages: MVPD.LoginPages? { get }

    func respond(to exchange: Exchange, at provider: Provider) throws -> HTTPResponse
}

extension ProviderEndpoint {
    var failures: any FailureTable { MVPDFailureTable() }
    var isPage: Bool { true }
    var pages: MVPD.LoginPages? { nil }

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        guard let provider = Provider(exchange) else {
            return ErrorPage("There is no provider at this address.").response(.notFound)
        }
        guard pages == nil || pages == provider.mvpd.pages else {
            return ErrorPage("This provider has no such page.", brand: provider.brand).response(.notFound)
        }
        var response = try respond(to: exchange, at: provider)
        if isPage { response.delay(milliseconds: provider.mvpd.pageDelayMilliseconds) }
        return response
    }
}
