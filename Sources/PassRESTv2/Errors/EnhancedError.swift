import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// An error in the form of this family: the whole body of an answer, or a member of a decision about one resource.
struct EnhancedError {
    let code: EnhancedErrorCode
    /// The MVPD's own text for the user; `nil` if there is none.
    var details: String?

    static let help =
        "https://experienceleague.adobe.com/docs/pass/authentication/auth-features/error-reportn/enhanced-error-codes.html"

    init(_ code: EnhancedErrorCode, details: String? = nil) {
        self.code = code
        self.details = details
    }

    /// Returns the error as a whole answer.
    func response(_ exchange: Exchange) -> HTTPResponse {
        HTTPResponse(
            HTTPStatus(code: code.status), type: AnswerFormat.jsonType,
            JSONWriter.object { write(to: &$0, exchange) })
    }

    /// Writes the members of the error.
    func write(to error: inout JSONWriter, _ exchange: Exchange) {
        error.member("status", code.status)
        error.member("code", code.rawValue)
        error.member("message", code.message)
        error.memberIfPresent("details", details)
        error.member("helpUrl", Self.help)
        error.member("trace", exchange.world.identifiers.uuid().text)
        error.member("action", code.action.rawValue)
    }
}

extension EnhancedError {
    /// Creates the error for a denied resource.
    ///
    /// Only the MVPD's own denial of an authorization carries the MVPD's text.
    init(_ denial: Denial, isPreauthorization: Bool) {
        switch denial {
        case .parentalControls: self.init(.authorizationDeniedByParentalControls)
        case .homeBasedPolicies: self.init(.authorizationDeniedByHBAPolicies)
        case .identityUnknown: self.init(.identityNotRecognizedByMVPD)
        case .passOver: self.init(.temporaryAccessDurationLimitExceeded)
        case .passUsedUp: self.init(.temporaryAccessResourcesLimitExceeded)
        case .readError: self.init(.networkReceivedError)
        case .tooSlow: self.init(.maximumExecutionTimeExceeded)
        default:
            switch denial.code {
            case .network: self.init(.networkConnectionTimeout)
            case .authzNone: self.init(.authorizationDeniedByDegradationRule)
            case .noRefreshToken, .mismatch: self.init(.authorizationDeniedBySessionInvalidated)
            case .noAuthZ, .fraud, .invalid:
                self =
                    isPreauthorization
                    ? .init(.preauthorizationDeniedByMVPD)
                    : .init(.authorizationDeniedByMVPD, details: denial.message)
            }
        }
    }

    init(_ refusal: TemporaryAccessRefusal) {
        switch refusal {
        case .durationExceeded: self.init(.temporaryAccessDurationLimitExceeded)
        case .resourcesExceeded: self.init(.temporaryAccessResourcesLimitExceeded)
        case .identityMissing: self.init(.invalidHeaderIdentityForTemporaryAccess)
        case .misconfigured: self.init(.invalidConfigurationTemporaryAccess)
        }
    }

    init(_ refusal: PartnerRefusal) {
        switch refusal {
        case .permissionNotPresent: self.init(.invalidHeaderPFSPermissionAccessNotPresent)
        case .permissionNotDetermined: self.init(.invalidHeaderPFSPermissionAccessNotDetermined)
        case .permissionNotGranted: self.init(.invalidHeaderPFSPermissionAccessNotGranted)
        case .providerNotDetermined: self.init(.invalidHeaderPFSProviderIDNotDetermined)
        case .providerMismatch: self.init(.invalidHeaderPFSProviderIDMismatch)
        case .providerExpired: self.init(.invalidHeaderPFSProviderInfoExpired)
        case .platform: self.init(.invalidConfigurationPlatform)
        case .platformID: self.init(.invalidConfigurationPlatformID)
        case .platformTrait: self.init(.invalidConfigurationPlatformTrait)
        case .platformCategoryTrait: self.init(.invalidConfigurationPlatformCategoryTrait)
        case .platformServices: self.init(.invalidConfigurationPlatformServices)
        case .mvpdPlatform: self.init(.invalidConfigurationMVPDPlatform)
        case .boardingStatus: self.init(.invalidConfigurationMVPDPlatformBoardingStatus)
        case .profileExchange: self.init(.invalidConfigurationMVPDPlatformProfileExchange)
        }
    }
}
