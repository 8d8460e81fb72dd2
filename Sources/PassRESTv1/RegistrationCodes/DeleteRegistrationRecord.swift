import PassDomain
import PassEndpointKit
import PassHTTP

/// `DELETE /reggie/v1/{requestor}/regcode/{code}`: "Delete Registration Record" of REST API v1.
///
/// The API page's own example leaves the requestor out of the path; both paths are accepted.
///
/// - Inputs: the path, with the code in any case; a bearer token (optional).
/// - Answers: 204, after which the code may be issued again; a login begun with it continues; 404 as for reading.
struct DeleteRegistrationRecord: Endpoint {
    let route = Route(
        .deleteRegistrationRecord, [.delete], "/reggie/v1[/{requestor}]/regcode/{code}", on: .worker,
        carriesSecrets: true, takesFormatSuffix: true)
    let failures: any FailureTable = RESTv1FailureTable()

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let requestor = exchange.captures["requestor"].map { RequestorID(rawValue: $0) }
        try exchange.services.callers.check(.init(bearer: exchange.bearer(), requestor: requestor), now: exchange.now)
        try exchange.services.registrationCodes.delete(
            exchange.capture("code"), requestor: requestor, now: exchange.now)
        return .restV1NoContent(exchange)
    }
}
