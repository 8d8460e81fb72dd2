import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// The answers of MVPDs' pages to failures: a page, since the client is a browser, except for requests of a page's
/// script.
struct MVPDFailureTable: FailureTable {
    /// The format of the answers.
    enum Form {
        case page
        case json
    }

    var form = Form.page

    func response(to failure: EntitlementFailure, in exchange: Exchange) -> HTTPResponse {
        let (status, sentence) = answer(to: failure)
        if form == .json {
            return SignInByJSON.answer(status) { answer in
                answer.member("status", "INVALID")
                answer.member("message", sentence)
            }
        }
        return ErrorPage(sentence, brand: MVPDSite(exchange)?.brand ?? .service).response(status)
    }

    private func answer(to failure: EntitlementFailure) -> (HTTPStatus, String) {
        switch failure {
        case .missingParameter(let name): (.badRequest, "The parameter \(name) is missing.")
        case .malformedParameter(let name, let reason): (.badRequest, "The parameter \(name) \(reason).")
        case .loginRefused(let sentence): (.badRequest, sentence)
        case .insecureTransport: (.forbidden, "This page is shown over https only.")
        case .storeFull: (.serviceUnavailable, "The simulator holds as many records as it may.")
        case .clientTooOld, .unknownRequestor, .tooManyResources, .requestorUnproven, .redirectRefused,
            .unknownRegistrationCode, .sessionNotFound,
            .sessionWithoutUser,
            .invalidProof, .missingDevice, .deviceMismatch, .denied, .accessTokenRefused, .accessTokenForeign,
            .invalidSoftwareStatement, .unapprovedSoftwareStatement,
            .invalidRedirectURI, .invalidClient, .unsupportedGrantType:
            (.badRequest, "The provider can't answer this request.")
        }
    }
}
