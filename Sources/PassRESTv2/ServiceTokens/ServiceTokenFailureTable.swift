import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// The errors of the SSO Service (Adobe, "SSO Service", error catalogue).
///
/// Unlike an enhanced error, the error object is the member `error`, next to the member `status` with the status's
/// name, and the actions have other names.
struct ServiceTokenFailureTable: FailureTable {
    let call: Call

    /// The calls of the service. The wording of some errors depends on the call.
    enum Call: String {
        case create = "POST"
        case refresh = "GET"
        case link
        case unlink
        case list
    }

    /// One row of the catalogue.
    struct Row: Equatable {
        var status: HTTPStatus
        var code: String
        var message: String
        var action: String
    }

    func response(to failure: EntitlementFailure, in exchange: Exchange) -> HTTPResponse {
        let row = row(failure)
        let body = JSONWriter.object { answer in
            answer.member("status", Self.name(of: row.status))
            answer.memberObject("error") { error in
                error.member("status", row.status.code)
                error.member("code", row.code)
                error.member("message", row.message)
                error.member("action", row.action)
                error.member("helpUrl", EnhancedError.help)
                error.member("trace", exchange.world.identifiers.uuid().text)
            }
        }
        return HTTPResponse(row.status, type: ServiceTokenAnswer.type, body)
    }

    /// Returns the row for a failure.
    func row(_ failure: EntitlementFailure) -> Row {
        switch failure {
        case .missingParameter(ServiceTokenHeaders.subject.description):
            Self.header("Either x-sso-id or x-sso-link header is required for POST requests")
        case .missingParameter(ServiceTokenHeaders.token.description): missingToken
        case .missingDevice:
            call == .create ? Self.header("AP-Device-Identifier header is required for POST requests") : Self.header()
        case .missingParameter(UnlinkedDevices.body):
            Row(status: .badRequest, code: "request_null", message: "Request object cannot be null", action: "none")
        case .missingParameter(UnlinkedDevices.member), .malformedParameter(UnlinkedDevices.member, _):
            Row(
                status: .badRequest, code: "request_invalid", message: "Devices list cannot be null or empty",
                action: "check_request_body")
        case .serviceTokenRefused(let refusal): row(refusal)
        case .missingParameter(RESTv2Call.serviceProvider), .malformedParameter(RESTv2Call.serviceProvider, _),
            .accessTokenRefused, .accessTokenForeign, .invalidClient, .unauthorizedClient, .unknownRequestor,
            .insecureTransport, .requestorUnproven:
            Self.unauthorized
        case .missingParameter, .malformedParameter: Self.header()
        case .storeFull: Self.internalError
        // No call of the service has these failures, but a rule can force them.
        case .unknownMVPD, .notIntegrated, .tooManyResources, .redirectRefused, .clientTooOld,
            .unknownRegistrationCode, .sessionNotFound, .sessionWithoutUser, .loginRefused, .invalidProof,
            .deviceMismatch, .profileMissing, .temporaryAccessRefused, .partnerRefused, .denied,
            .invalidSoftwareStatement, .unapprovedSoftwareStatement, .invalidRedirectURI, .unsupportedGrantType:
            Self.internalError
        }
    }

    private func row(_ refusal: ServiceTokenRefusal) -> Row {
        switch refusal {
        case .unknownLink:
            Row(
                status: .badRequest, code: "token_invalid", message: "The provided token is invalid",
                action: "get_new_token")
        // The catalogue has no row of its own for a device that has left the user's linked devices.
        case .deviceLeft: Self.unauthorized
        case .expired:
            Row(
                status: .unauthorized, code: "token_expired", message: "The token has expired",
                action: "get_new_token")
        case .badSignature: Self.token("Invalid JWT signature in AD-Service-Token")
        case .malformed: Self.token(Self.unverified)
        // The catalogue lists the next two errors for some calls only.
        case .unreadableClaims:
            Self.token([.refresh, .list].contains(call) ? "Error extracting JWT subject" : Self.unverified)
        case .noSubject:
            Self.token(
                [.refresh, .unlink, .list].contains(call)
                    ? "JWT subject (sub) is missing or empty in AD-Service-Token" : Self.unverified)
        }
    }

    private static let unverified = "Error validating JWT signature"

    /// The row for a call without a token. The status is 400 for a renewal and 401 for the other calls.
    private var missingToken: Row {
        let message = "AD-Service-Token header is required for \(call.rawValue) requests"
        return Row(
            status: call == .refresh ? .badRequest : .unauthorized, code: "header_missing", message: message,
            action: "check_headers")
    }

    private static func header(_ message: String = "A required header is missing") -> Row {
        Row(status: .badRequest, code: "header_missing", message: message, action: "check_headers")
    }

    private static func token(_ message: String) -> Row {
        Row(status: .unauthorized, code: "header_invalid", message: message, action: "get_new_token")
    }

    private static let unauthorized = Row(
        status: .unauthorized, code: "unauthorized", message: "Unauthorized access", action: "none")

    private static let internalError = Row(
        status: .internalServerError, code: "internal_error", message: "An internal error occurred", action: "none")

    private static func name(of status: HTTPStatus) -> String {
        switch status {
        case .badRequest: "BAD_REQUEST"
        case .unauthorized: "UNAUTHORIZED"
        default: "INTERNAL_SERVER_ERROR"
        }
    }
}
