import PassDomain
import PassEndpointKit
import PassHTTP

/// The answers of MVPDs' endpoints to failures: a page, since the client is a browser.
struct MVPDFailureTable: FailureTable {
    func response(to failure: EntitlementFailure, in exchange: Exchange) -> HTTPResponse {
        let (status, sentence) = Self.answer(to: failure)
        return ErrorPage(sentence, brand: MVPDSite(exchange)?.brand ?? .service).response(status)
    }

    /// Returns the status of the answer, and the sentence that explains the failure to a subscriber.
    static func answer(to failure: EntitlementFailure) -> (HTTPStatus, String) {
        switch failure {
        case .missingParameter(let name): (.badRequest, "The parameter \(name) is missing.")
        case .malformedParameter(let name, let reason): (.badRequest, "The parameter \(name) \(reason).")
        case .loginRefused(let sentence): (.badRequest, sentence)
        case .insecureTransport: (.forbidden, "Open this page over https.")
        case .storeFull: (.serviceUnavailable, "The simulator can't store more records.")
        case .clientTooOld, .unknownRequestor, .unknownMVPD, .notIntegrated, .profileMissing, .temporaryAccessRefused,
            .partnerRefused, .serviceTokenRefused, .tooManyResources, .requestorUnproven, .redirectRefused,
            .unknownRegistrationCode, .sessionNotFound, .sessionWithoutUser, .invalidProof, .missingDevice,
            .deviceMismatch, .denied, .accessTokenRefused, .accessTokenForeign, .invalidSoftwareStatement,
            .unapprovedSoftwareStatement, .invalidRedirectURI, .invalidClient, .unauthorizedClient,
            .unsupportedGrantType:
            (.badRequest, "The provider can't answer this request.")
        }
    }
}
