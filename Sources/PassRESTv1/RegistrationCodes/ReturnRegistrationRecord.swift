import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /reggie/v1/{requestor}/regcode/{code}[.json|.xml]`: "Return Registration Record" of REST API v1.
///
/// - Inputs: the path, with the code in any case; a bearer token (optional: login pages send none).
/// - Answers: 200 with the record as it was created; 404 for a code that is unknown, expired or of another requestor.
struct ReturnRegistrationRecord: Endpoint {
    let route = Route(
        .returnRegistrationRecord, [.get], "/reggie/v1/{requestor}/regcode/{code}", on: .worker, carriesSecrets: true,
        takesFormatSuffix: true)
    let failures: any FailureTable = RESTv1FailureTable()

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let requestor = RequestorID(rawValue: try exchange.capture("requestor"))
        try exchange.services.callers.check(.init(bearer: exchange.bearer(), requestor: requestor), now: exchange.now)
        let code = try exchange.services.registrationCodes.find(
            exchange.capture("code"), requestor: requestor, now: exchange.now)
        return RegistrationRecord(code).response(.ok, exchange)
    }
}
