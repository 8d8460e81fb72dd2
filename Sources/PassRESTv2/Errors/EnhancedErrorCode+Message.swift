extension EnhancedErrorCode {
    /// The vendor's text for the error.
    var message: String {
        switch self {
        case .invalidParameterServiceProvider:
            "The service provider parameter value is missing or invalid."
        case .invalidParameterMVPD:
            "The mvpd parameter value is missing or invalid."
        case .invalidParameterCode:
            "The code parameter value is missing or invalid."
        case .invalidParameterResources:
            "The resources parameter value is missing or invalid."
        case .invalidParameterRedirectURL:
            "The redirect URL parameter value is missing or invalid."
        case .invalidParameterPartner:
            "The partner parameter value is missing or invalid."
        case .invalidParameterSAMLResponse:
            "The SAML response parameter value is missing or invalid."
        case .invalidHeaderDeviceInfo:
            "The device information header value is missing or invalid."
        case .invalidHeaderDeviceIdentifier:
            "The device identifier header value is missing or invalid."
        case .invalidHeaderIdentityForTemporaryAccess:
            "The identity for temporary access header value is missing or invalid."
        case .invalidHeaderPFSPermissionAccessNotPresent:
            "The permission access status value from the partner framework status header is not present."
        case .invalidHeaderPFSPermissionAccessNotDetermined:
            "The permission access status value from the partner framework status header is undetermined."
        case .invalidHeaderPFSPermissionAccessNotGranted:
            "The permission access status value from the partner framework status header is not granted."
        case .invalidHeaderPFSProviderIDNotDetermined:
            "The provider id value from the partner framework status header is not associated with a known mvpd."
        case .invalidHeaderPFSProviderIDMismatch:
            "The provider id value from the partner framework status header does not match the mvpd sent as parameter."
        case .invalidHeaderPFSProviderInfoExpired:
            "The provider information from the partner framework status header has expired."
        case .invalidIntegration:
            "The integration between the specified service provider and mvpd does not exist or is disabled."
        case .invalidAuthenticationSession:
            "The authentication session associated with this request is missing or invalid."
        case .preauthorizationDeniedByMVPD:
            #"The MVPD has returned a "Deny" decision when requesting pre-authorization for the specified resource."#
        case .authorizationDeniedByMVPD:
            #"The MVPD has returned a "Deny" decision when requesting authorization for the specified resource."#
        case .authorizationDeniedByParentalControls:
            #"The MVPD has returned a "Deny" decision due parental controls settings for the specified resource."#
        case .authorizationDeniedByDegradationRule:
            "The integration has an AuthZNone rule applied for the requested resources"
        case .internalServerError:
            "The request failed due to an internal server error."
        case .tooManyResources:
            "The authorization or preauthorization request failed because too many resources were queried. "
                + "Please contact support team to properly configure the authorization and preauthorization "
                + "limitations."
        case .invalidConfigurationUserMetadataCertificate:
            "The user metadata certificate configuration is missing or invalid."
        case .invalidConfigurationTemporaryAccess:
            "The temporary access configuration is invalid."
        case .invalidConfigurationPlatform:
            "The platform configuration is missing or invalid for integration."
        case .invalidConfigurationPlatformID:
            "The platform id configuration is missing or invalid."
        case .invalidConfigurationPlatformTrait:
            "The platform trait configuration is missing or invalid."
        case .invalidConfigurationPlatformCategoryTrait:
            "The platform category trait configuration is missing or invalid."
        case .invalidConfigurationPlatformServices:
            "The platform services configuration is missing or invalid for integration."
        case .invalidConfigurationMVPDPlatform:
            "The mvpd platform configuration is missing or invalid for mvpd and platform."
        case .invalidConfigurationMVPDPlatformBoardingStatus:
            "The mvpd platform boarding status configuration is missing or invalid for mvpd and platform."
        case .invalidConfigurationMVPDPlatformProfileExchange:
            "The mvpd platform profile exchange configuration is missing or invalid for mvpd and platform."
        case .invalidAccessTokenServiceProvider:
            "The access token is invalid due to invalid service provider."
        case .invalidAccessTokenClientApplication:
            "The access token is invalid due to invalid client application."
        case .authenticatedProfileMissing:
            "The authenticated profile associated with this request is missing."
        case .authenticatedProfileExpired:
            "The authenticated profile associated with this request has expired."
        case .authenticatedProfileInvalidated:
            "The authenticated profile associated with this request has been invalidated."
        case .temporaryAccessDurationLimitExceeded:
            "The temporary access duration limit has been exceeded."
        case .temporaryAccessResourcesLimitExceeded:
            "The temporary access resources limit has been exceeded."
        case .authorizationDeniedByHBAPolicies:
            #"The MVPD has returned a "Deny" decision due home-based authentication policies. The current "#
                + #"authentication was obtain through a Home-based authentication flow and but the device is no "#
                + #"longer in-home when requesting authorization for the specified resource. The user must "#
                + #"re-authenticate with a supported MVPD in order to continue."#
        case .authorizationDeniedBySessionInvalidated:
            "The authentication session was invalidated by the identity provider. The user must "
                + "re-authenticate with a supported MVPD in order to continue."
        case .identityNotRecognizedByMVPD:
            "The authorization request failed due to the fact that user identity was not recognized by the MVPD."
        case .networkReceivedError:
            "There was a read error while retrieving the response from the associated partner service. "
                + "Retrying the request might solve the issue."
        case .networkConnectionTimeout:
            "There was a connection timeout with the associated partner service. Retrying the request might "
                + "solve the issue."
        case .maximumExecutionTimeExceeded:
            "The request did not complete in the maximum allowed time. Retrying the request might solve the issue."
        }
    }
}
