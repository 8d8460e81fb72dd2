import PassDomain
import PassEndpointKit
import PassHTTP

/// The answers, in JSON, to failures at the endpoints of OAuth 2.0 MVPDs that clients call directly (RFC 6749, section
/// 5.2).
struct OAuthFailureTable: FailureTable {
    func response(to failure: EntitlementFailure, in exchange: Exchange) -> HTTPResponse {
        let (status, code, sentence) = answer(to: failure)
        return OAuthAnswer.error(status, code, sentence)
    }

    private func answer(to failure: EntitlementFailure) -> (HTTPStatus, String, String) {
        switch failure {
        case .missingParameter(let name): (.badRequest, "invalid_request", "The parameter \(name) is missing.")
        case .malformedParameter(let name, let reason):
            (.badRequest, "invalid_request", "The parameter \(name) \(reason).")
        case .insecureTransport: (.forbidden, "invalid_request", "This call has secrets, so use https.")
        case .storeFull:
            (.serviceUnavailable, "temporarily_unavailable", "The simulator can't store more records.")
        case .loginRefused, .unknownRequestor, .unknownMVPD, .notIntegrated, .profileMissing, .temporaryAccessRefused,
            .partnerRefused, .serviceTokenRefused, .requestorUnproven, .tooManyResources, .redirectRefused,
            .clientTooOld, .unknownRegistrationCode, .sessionNotFound, .sessionWithoutUser, .invalidProof,
            .missingDevice, .deviceMismatch, .denied, .accessTokenRefused, .accessTokenForeign,
            .invalidSoftwareStatement, .unapprovedSoftwareStatement, .invalidRedirectURI, .invalidClient,
            .unauthorizedClient, .unsupportedGrantType:
            (.badRequest, "invalid_request", "The provider can't answer this request.")
        }
    }
}
