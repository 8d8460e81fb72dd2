import PassDomain
import PassEndpointKit
import PassHTTP

/// The errors of REST API v2: each failure has one enhanced error code, which sets status, message and action.
struct RESTv2FailureTable: FailureTable {
    /// The code for a parameter that has no code of its own, or whose name can't be read.
    ///
    /// The vendor documents no code for this case. The usual value is the redirect URL's code, since broken percent
    /// escapes come mostly from a URL that wasn't encoded.
    var unnamed = EnhancedErrorCode.invalidParameterRedirectURL

    func response(to failure: EntitlementFailure, in exchange: Exchange) -> HTTPResponse {
        error(failure).response(exchange)
    }

    /// Returns the error that stands for a failure.
    func error(_ failure: EntitlementFailure) -> EnhancedError {
        switch failure {
        case .missingParameter(let name), .malformedParameter(let name, _): EnhancedError(code(ofParameter: name))
        case .unknownRequestor: EnhancedError(.invalidParameterServiceProvider)
        case .unknownMVPD: EnhancedError(.invalidParameterMVPD)
        case .notIntegrated: EnhancedError(.invalidIntegration)
        case .tooManyResources: EnhancedError(.tooManyResources)
        case .redirectRefused: EnhancedError(.invalidParameterRedirectURL)
        case .unknownRegistrationCode, .sessionNotFound, .loginRefused: EnhancedError(.invalidAuthenticationSession)
        case .missingDevice: EnhancedError(.invalidHeaderDeviceIdentifier)
        case .profileMissing, .sessionWithoutUser: EnhancedError(.authenticatedProfileMissing)
        case .invalidProof(.expired): EnhancedError(.authenticatedProfileExpired)
        case .invalidProof(.revoked), .deviceMismatch: EnhancedError(.authenticatedProfileInvalidated)
        case .invalidProof(.malformed), .invalidProof(.badSignature), .invalidProof(.foreign):
            EnhancedError(.authenticatedProfileMissing)
        case .temporaryAccessRefused(let refusal): EnhancedError(refusal)
        case .partnerRefused(let refusal): EnhancedError(refusal)
        case .denied(let denial): EnhancedError(denial, isPreauthorization: false)
        case .accessTokenForeign: EnhancedError(.invalidAccessTokenServiceProvider)
        // An access token must not travel unencrypted, so it counts as refused if the call lacks the TLS that is
        // required.
        case .accessTokenRefused, .invalidClient, .requestorUnproven, .insecureTransport:
            EnhancedError(.invalidAccessTokenClientApplication)
        // No operation of this family registers clients, but a rule can force these failures.
        case .invalidSoftwareStatement, .unapprovedSoftwareStatement, .invalidRedirectURI, .unauthorizedClient,
            .unsupportedGrantType:
            EnhancedError(.invalidAccessTokenClientApplication)
        case .clientTooOld, .storeFull, .serviceTokenRefused: EnhancedError(.internalServerError)
        }
    }

    private func code(ofParameter name: String) -> EnhancedErrorCode {
        switch name {
        case RESTv2Call.serviceProvider: .invalidParameterServiceProvider
        case "mvpd": .invalidParameterMVPD
        case "code": .invalidParameterCode
        case "resources": .invalidParameterResources
        case "redirectUrl", "domainName": .invalidParameterRedirectURL
        case "partner": .invalidParameterPartner
        case "SAMLResponse": .invalidParameterSAMLResponse
        case DeviceInformation.header.description: .invalidHeaderDeviceInfo
        default: unnamed
        }
    }
}
