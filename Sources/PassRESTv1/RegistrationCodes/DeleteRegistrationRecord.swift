import PassDomain
import PassEndpointKit
import PassHTTP

/// `DELETE /reggie/v1/{requestor}/regcode/{code}`: "Delete Registration Record" of REST API v1.
///
/// The API page's own example leaves the requestor out of the path; both paths are accepted.
///
/// - Inputs: the path, with the code in any case; a bearer token, required under strict requestor proof, and for the
///   code of an app of REST API v2, which only the app itself may delete.
/// - Answers: 204, after which the code may be issued again, while a login that was begun with it continues; 404 as for
///   reading, and for another app's code.
struct DeleteRegistrationRecord: Endpoint {
    let route = Route(
        .deleteRegistrationRecord, [.delete], "/reggie/v1[/{requestor}]/regcode/{code}", on: .worker,
        carriesSecrets: true, takesFormatSuffix: true)
    let failures: any FailureTable = RESTv1FailureTable()

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let requestor = exchange.captures["requestor"].map { RequestorID(rawValue: $0) }
        let (code, bearer) = (try exchange.capture("code"), try exchange.bearer())
        try exchange.services.callers.check(
            .init(bearer: bearer, requestor: requestor, registrationCode: code, needsProof: true), now: exchange.now)
        let client = try exchange.services.clients.application(bearer: bearer, now: exchange.now)?.client
        try exchange.services.registrationCodes.delete(code, requestor: requestor, client: client, now: exchange.now)
        return .restV1NoContent(exchange)
    }
}
