import PassEndpointKit
import PassHTTP

/// An endpoint of an MVPD: it is answered only at an MVPD that exists.
protocol ProviderEndpoint: Endpoint {
    func respond(to exchange: Exchange, at provider: Provider) throws -> HTTPResponse
}

extension ProviderEndpoint {
    var failures: any FailureTable { MVPDFailureTable() }

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        guard let provider = Provider(exchange) else {
            return ErrorPage("There is no provider at this address.").response(.notFound)
        }
        return try respond(to: exchange, at: provider)
    }
}
