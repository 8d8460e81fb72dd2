import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// Problem documents for the failures that can occur on the simulator's own paths.
struct AdminFailureTable: FailureTable {
    func response(to failure: EntitlementFailure, in exchange: Exchange) -> HTTPResponse {
        switch failure {
        case .missingParameter(let name):
            Problem.response(.badRequest, "Missing input", "\(name) is missing.", field: Self.field(name))
        case .malformedParameter(let name, let reason):
            Problem.response(.badRequest, "Malformed input", "\(name) \(reason).", field: Self.field(name))
        case .insecureTransport:
            Problem.response(.forbidden, "TLS required", "This call has tokens, so use https.")
        case .storeFull:
            Problem.response(.serviceUnavailable, "Store full", "The simulator can't store more records.")
        case .clientTooOld, .unknownRequestor, .unknownMVPD, .notIntegrated, .profileMissing, .temporaryAccessRefused,
            .partnerRefused, .serviceTokenRefused, .tooManyResources, .requestorUnproven, .redirectRefused,
            .unknownRegistrationCode, .sessionNotFound, .sessionWithoutUser, .loginRefused, .invalidProof,
            .missingDevice, .deviceMismatch, .denied, .accessTokenRefused, .accessTokenForeign,
            .invalidSoftwareStatement, .unapprovedSoftwareStatement, .invalidRedirectURI, .invalidClient,
            .unauthorizedClient, .unsupportedGrantType:
            Problem.response(.badRequest, "Refused", "The service's result: \(OutcomeWords(.failed(failure)).text).")
        }
    }

    /// Returns `name` if it is the name of a field, such as `action.delay`; `nil` if it is a phrase for a message, such
    /// as `The content`.
    private static func field(_ name: String) -> String? {
        name.contains(" ") ? nil : name
    }
}
