/// The errors that REST API v2 documents, each with its message, its action and its HTTP status (REST API v2, "Enhanced
/// error codes").
///
/// The messages are the vendor's, and clients compare them, so they must not be changed.
enum EnhancedErrorCode: String, Sendable, CaseIterable {
    case invalidParameterServiceProvider = "invalid_parameter_service_provider"
    case invalidParameterMVPD = "invalid_parameter_mvpd"
    case invalidParameterCode = "invalid_parameter_code"
    case invalidParameterResources = "invalid_parameter_resources"
    case invalidParameterRedirectURL = "invalid_parameter_redirect_url"
    case invalidParameterPartner = "invalid_parameter_partner"
    case invalidParameterSAMLResponse = "invalid_parameter_saml_response"
    case invalidHeaderDeviceInfo = "invalid_header_device_info"
    case invalidHeaderDeviceIdentifier = "invalid_header_device_identifier"
    case invalidHeaderIdentityForTemporaryAccess = "invalid_header_identity_for_temporary_access"
    case invalidHeaderPFSPermissionAccessNotPresent = "invalid_header_pfs_permission_access_not_present"
    case invalidHeaderPFSPermissionAccessNotDetermined = "invalid_header_pfs_permission_access_not_determined"
    case invalidHeaderPFSPermissionAccessNotGranted = "invalid_header_pfs_permission_access_not_granted"
    case invalidHeaderPFSProviderIDNotDetermined = "invalid_header_pfs_provider_id_not_determined"
    case invalidHeaderPFSProviderIDMismatch = "invalid_header_pfs_provider_id_mismatch"
    case invalidHeaderPFSProviderInfoExpired = "invalid_header_pfs_provider_info_expired"
    case invalidIntegration = "invalid_integration"
    case invalidAuthenticationSession = "invalid_authentication_session"
    case preauthorizationDeniedByMVPD = "preauthorization_denied_by_mvpd"
    case authorizationDeniedByMVPD = "authorization_denied_by_mvpd"
    case authorizationDeniedByParentalControls = "authorization_denied_by_parental_controls"
    case authorizationDeniedByDegradationRule = "authorization_denied_by_degradation_rule"
    case internalServerError = "internal_server_error"
    case tooManyResources = "too_many_resources"
    case invalidConfigurationUserMetadataCertificate = "invalid_configuration_user_metadata_certificate"
    case invalidConfigurationTemporaryAccess = "invalid_configuration_temporary_access"
    case invalidConfigurationPlatform = "invalid_configuration_platform"
    case invalidConfigurationPlatformID = "invalid_configuration_platform_id"
    case invalidConfigurationPlatformTrait = "invalid_configuration_platform_trait"
    case invalidConfigurationPlatformCategoryTrait = "invalid_configuration_platform_category_trait"
    case invalidConfigurationPlatformServices = "invalid_configuration_platform_services"
    case invalidConfigurationMVPDPlatform = "invalid_configuration_mvpd_platform"
    case invalidConfigurationMVPDPlatformBoardingStatus = "invalid_configuration_mvpd_platform_boarding_status"
    case invalidConfigurationMVPDPlatformProfileExchange = "invalid_configuration_mvpd_platform_profile_exchange"
    case invalidAccessTokenServiceProvider = "invalid_access_token_service_provider"
    case invalidAccessTokenClientApplication = "invalid_access_token_client_application"
    case authenticatedProfileMissing = "authenticated_profile_missing"
    case authenticatedProfileExpired = "authenticated_profile_expired"
    case authenticatedProfileInvalidated = "authenticated_profile_invalidated"
    case temporaryAccessDurationLimitExceeded = "temporary_access_duration_limit_exceeded"
    case temporaryAccessResourcesLimitExceeded = "temporary_access_resources_limit_exceeded"
    case authorizationDeniedByHBAPolicies = "authorization_denied_by_hba_policies"
    case authorizationDeniedBySessionInvalidated = "authorization_denied_by_session_invalidated"
    case identityNotRecognizedByMVPD = "identity_not_recognized_by_mvpd"
    case networkReceivedError = "network_received_error"
    case networkConnectionTimeout = "network_connection_timeout"
    case maximumExecutionTimeExceeded = "maximum_execution_time_exceeded"

    /// The action that the error recommends to the app.
    enum Action: String, Sendable {
        case none
        case configuration
        case applicationRegistration = "application-registration"
        case authentication
        case retry
    }

    /// The HTTP status of the error. An error about one of several resources is part of a response with the status 200.
    var status: Int {
        switch self {
        case .invalidAccessTokenServiceProvider, .invalidAccessTokenClientApplication:
            401
        case .preauthorizationDeniedByMVPD, .authorizationDeniedByMVPD, .authorizationDeniedByParentalControls,
            .authorizationDeniedByDegradationRule, .tooManyResources, .authenticatedProfileMissing,
            .authenticatedProfileExpired, .authenticatedProfileInvalidated,
            .temporaryAccessDurationLimitExceeded, .temporaryAccessResourcesLimitExceeded,
            .authorizationDeniedByHBAPolicies, .authorizationDeniedBySessionInvalidated,
            .identityNotRecognizedByMVPD, .networkReceivedError, .networkConnectionTimeout,
            .maximumExecutionTimeExceeded:
            403
        case .internalServerError, .invalidConfigurationUserMetadataCertificate,
            .invalidConfigurationTemporaryAccess, .invalidConfigurationPlatform,
            .invalidConfigurationPlatformID, .invalidConfigurationPlatformTrait,
            .invalidConfigurationPlatformCategoryTrait, .invalidConfigurationPlatformServices,
            .invalidConfigurationMVPDPlatform, .invalidConfigurationMVPDPlatformBoardingStatus,
            .invalidConfigurationMVPDPlatformProfileExchange:
            500
        case .invalidParameterServiceProvider, .invalidParameterMVPD, .invalidParameterCode,
            .invalidParameterResources, .invalidParameterRedirectURL, .invalidParameterPartner,
            .invalidParameterSAMLResponse, .invalidHeaderDeviceInfo, .invalidHeaderDeviceIdentifier,
            .invalidHeaderIdentityForTemporaryAccess, .invalidHeaderPFSPermissionAccessNotPresent,
            .invalidHeaderPFSPermissionAccessNotDetermined, .invalidHeaderPFSPermissionAccessNotGranted,
            .invalidHeaderPFSProviderIDNotDetermined, .invalidHeaderPFSProviderIDMismatch,
            .invalidHeaderPFSProviderInfoExpired, .invalidIntegration, .invalidAuthenticationSession:
            400
        }
    }

    var action: Action {
        switch self {
        case .invalidParameterServiceProvider, .invalidParameterMVPD, .invalidParameterCode,
            .invalidParameterResources, .invalidParameterRedirectURL, .invalidParameterPartner,
            .invalidParameterSAMLResponse, .invalidHeaderDeviceInfo, .invalidHeaderDeviceIdentifier,
            .invalidHeaderIdentityForTemporaryAccess, .invalidHeaderPFSPermissionAccessNotPresent,
            .invalidHeaderPFSPermissionAccessNotDetermined, .invalidHeaderPFSPermissionAccessNotGranted,
            .invalidHeaderPFSProviderIDNotDetermined, .invalidHeaderPFSProviderIDMismatch,
            .invalidHeaderPFSProviderInfoExpired, .invalidIntegration, .invalidAuthenticationSession,
            .preauthorizationDeniedByMVPD, .authorizationDeniedByMVPD, .authorizationDeniedByParentalControls,
            .authorizationDeniedByDegradationRule, .internalServerError:
            .none
        case .tooManyResources, .invalidConfigurationUserMetadataCertificate,
            .invalidConfigurationTemporaryAccess, .invalidConfigurationPlatform,
            .invalidConfigurationPlatformID, .invalidConfigurationPlatformTrait,
            .invalidConfigurationPlatformCategoryTrait, .invalidConfigurationPlatformServices,
            .invalidConfigurationMVPDPlatform, .invalidConfigurationMVPDPlatformBoardingStatus,
            .invalidConfigurationMVPDPlatformProfileExchange:
            .configuration
        case .invalidAccessTokenServiceProvider, .invalidAccessTokenClientApplication:
            .applicationRegistration
        case .authenticatedProfileMissing, .authenticatedProfileExpired, .authenticatedProfileInvalidated,
            .temporaryAccessDurationLimitExceeded, .temporaryAccessResourcesLimitExceeded,
            .authorizationDeniedByHBAPolicies, .authorizationDeniedBySessionInvalidated,
            .identityNotRecognizedByMVPD:
            .authentication
        case .networkReceivedError, .networkConnectionTimeout, .maximumExecutionTimeExceeded:
            .retry
        }
    }
}
