import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// The errors of dynamic client registration: `{"error":"…"}`, nearly always with 400 (RFC 6749, section 5.2).
struct ClientRegistrationFailureTable: FailureTable {
    func response(to failure: EntitlementFailure, in exchange: Exchange) -> HTTPResponse {
        switch failure {
        case .malformedParameter(let name, let reason):
            Self.error(.badRequest, "invalid_request", reason: "\(name) \(reason).")
        case .missingParameter, .redirectRefused, .unknownRequestor: Self.error(.badRequest, "invalid_request")
        case .insecureTransport:
            Self.error(.badRequest, "invalid_request", description: "This call has secrets, so use https.")
        case .invalidSoftwareStatement: Self.error(.badRequest, "invalid_software_statement")
        case .unapprovedSoftwareStatement: Self.error(.badRequest, "unapproved_software_statement")
        case .invalidRedirectURI: Self.error(.badRequest, "invalid_redirect_uri")
        case .invalidClient: Self.error(.badRequest, "invalid_client")
        case .unauthorizedClient: Self.error(.badRequest, "unauthorized_client")
        case .unsupportedGrantType: Self.error(.badRequest, "unsupported_grant_type")
        case .accessTokenRefused, .accessTokenForeign: Self.error(.unauthorized, "access_denied")
        case .storeFull: Self.error(.serviceUnavailable, "temporarily_unavailable")
        // Calls of this family involve no code, login, proof, device or SDK version, but a rule can force these
        // failures.
        case .clientTooOld, .unknownMVPD, .notIntegrated, .profileMissing, .temporaryAccessRefused,
            .partnerRefused, .serviceTokenRefused, .tooManyResources, .unknownRegistrationCode, .sessionNotFound,
            .sessionWithoutUser, .loginRefused, .invalidProof, .missingDevice, .deviceMismatch, .denied,
            .requestorUnproven:
            Self.error(.badRequest, "invalid_request")
        }
    }

    /// Makes an error answer.
    ///
    /// - Parameter reason: a sentence that the real service doesn't send, for the field `X-Pass-Simulator-Reason`.
    private static func error(
        _ status: HTTPStatus, _ code: String, description: String? = nil, reason: String? = nil
    ) -> HTTPResponse {
        var response = HTTPResponse.uncached(
            status,
            JSONWriter.object { error in
                error.member("error", code)
                error.memberIfPresent("error_description", description)
            })
        if let reason { response.fields.append("X-Pass-Simulator-Reason", reason) }
        return response
    }
}

extension HTTPResponse {
    /// Returns a JSON answer with the caching fields of RFC 6749, section 5.1, which every answer of this family
    /// carries.
    static func uncached(_ status: HTTPStatus, _ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status,
            fields: [.contentType: AnswerFormat.jsonType, .cacheControl: "no-store", .pragma: "no-cache"], body: body)
    }
}
