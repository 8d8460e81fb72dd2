import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassXML

/// The errors of REST API v1: the basic error body in the negotiated format, or OAuth errors about the caller's access
/// token.
struct RESTv1FailureTable: FailureTable {
    func response(to failure: EntitlementFailure, in exchange: Exchange) -> HTTPResponse {
        switch failure {
        case .missingParameter(let name): Self.missing(name, exchange)
        case .missingDevice: Self.missing("deviceId", exchange)
        case .malformedParameter(let name, let reason):
            Self.basic(.badRequest, "Bad Request", details: "Parameter '\(name)' \(reason)", exchange)
        case .unknownRequestor: Self.basic(.badRequest, "Requestor not found for given ID", exchange)
        case .unknownMVPD, .notIntegrated: Self.basic(.badRequest, "Bad Request", details: "No such MVPD", exchange)
        case .tooManyResources(let limit):
            Self.basic(.forbidden, "Too many resources", details: "At most \(limit) are allowed", exchange)
        case .redirectRefused(let sentence): Self.basic(.badRequest, "Bad Request", details: sentence, exchange)
        case .insecureTransport: Self.basic(.forbidden, "Forbidden", details: "HTTPS is required", exchange)
        case .clientTooOld: Self.basic(.gone, "API version too old. Please update your application.", exchange)
        case .unknownRegistrationCode, .sessionNotFound: Self.notFound(exchange)
        case .sessionWithoutUser: Self.basic(.forbidden, "Forbidden", exchange)
        case .loginRefused(let sentence): Self.basic(.forbidden, "Forbidden", details: sentence, exchange)
        case .invalidProof(.expired): Self.basic(.forbidden, "Authentication token expired", exchange)
        case .invalidProof, .deviceMismatch: Self.basic(.forbidden, "User not Authenticated", exchange)
        case .profileMissing, .temporaryAccessRefused, .partnerRefused, .serviceTokenRefused:
            Self.basic(.forbidden, "User not Authenticated", exchange)
        case .denied(let denial):
            Self.basic(.forbidden, "User not Authorized", details: denial.message, exchange)
        case .requestorUnproven: Self.basic(.unauthorized, "Not Authorized", exchange)
        case .accessTokenRefused, .accessTokenForeign: Self.oauth(.unauthorized, "access_denied", exchange)
        case .invalidClient: Self.oauth(.forbidden, "invalid_client", exchange)
        // This family doesn't register clients, but a rule can force these failures.
        case .invalidSoftwareStatement, .unapprovedSoftwareStatement, .invalidRedirectURI, .unauthorizedClient,
            .unsupportedGrantType:
            Self.oauth(.badRequest, "invalid_request", exchange)
        case .storeFull: Self.basic(.serviceUnavailable, "Back-end server is at capacity", exchange)
        }
    }

    private static func missing(_ name: String, _ exchange: Exchange) -> HTTPResponse {
        basic(.badRequest, "Required String parameter '\(name)' is not present", exchange)
    }

    /// Answers that the code wasn't found. The documentation spells the message differently in the two formats.
    private static func notFound(_ exchange: Exchange) -> HTTPResponse {
        basic(.notFound, AnswerFormat(exchange) == .json ? "Not Found" : "Not found", exchange)
    }

    /// Makes the basic error body. In JSON its `status` is a number, because clients compare it with one (REST API v1,
    /// "Basic error body").
    private static func basic(
        _ status: HTTPStatus, _ message: String, details: String? = nil, _ exchange: Exchange
    ) -> HTTPResponse {
        switch AnswerFormat(exchange) {
        case .json:
            let body = JSONWriter.object { error in
                error.member("status", status.code)
                error.member("message", message)
                error.member("details", orNull: details)
            }
            return .restV1(status, .json, body, exchange)
        case .xml:
            var xml = XMLWriter(declaration: .standalone)
            xml.element("error") { error in
                error.element("status", String(status.code))
                error.element("message", message)
                error.elementIfPresent("details", details)
            }
            return .restV1(status, .xml, xml.bytes, exchange)
        }
    }

    /// Makes an OAuth error, which is JSON whatever format was negotiated (REST API v1, "Authentication of the
    /// caller").
    private static func oauth(_ status: HTTPStatus, _ code: String, _ exchange: Exchange) -> HTTPResponse {
        var response = HTTPResponse.restV1(status, .json, JSONWriter.object { $0.member("error", code) }, exchange)
        response.fields.append(.pragma, "no-cache")
        return response
    }
}
