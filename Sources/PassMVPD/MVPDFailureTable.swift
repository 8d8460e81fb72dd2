import PassDomain
import PassEndpointKit
import PassHTTP

/// Every failure at an MVPD is a page: a person's browser is asking.
struct MVPDFailureTable: FailureTable {
    func response(to failure: EntitlementFailure, in exchange: Exchange) -> HTTPResponse {
        let (status, sentence) = answer(to: failure)
        return ErrorPage(sentence, brand: Provider(exchange)?.brand ?? .service).response(status)
    }

    private func answer(to failure: EntitlementFailure) -> (HTTPStatus, String) {
        switch failure {
        case .missingParameter(let name): (.badRequest, "The parameter \(name) is missing.")
        case .malformedParameter(let name, let reason): (.badRequest, "The parameter \(name) \(reason).")
        case .loginRefused(let sentence): (.badRequest, sentence)
        case .insecureTransport: (.forbidden, "This page is shown over https only.")
        case .storeFull: (.serviceUnavailable, "The simulator holds as many records as it may.")
        case .unknownRequestor, .tooManyResources, .redirectRefused, .unknownRegistrationCode, .sessionNotFound,
            .sessionWithoutUser, .invalidProof, .missingDevice, .deviceMismatch, .accessTokenRefused,
            .invalidSoftwareStatement, .invalidRedirectURI, .invalidClient, .unsupportedGrantType:
            (.badRequest, "The provider can't answer this request.")
        }
    }
}
