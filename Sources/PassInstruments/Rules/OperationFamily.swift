package import PassDomain

/// A group of operations that one kind of client calls.
package enum OperationFamily: String, Sendable, Hashable, CaseIterable {
    /// The backend of the AccessEnabler SDKs.
    case legacy
    /// REST API v1, to which the registration codes belong.
    case v1
    /// REST API v2.
    case v2
    /// Dynamic client registration.
    case dcr
    /// The SSO Service.
    case sso
    /// The simulated MVPDs.
    case mvpd
    /// The simulator's own paths, which rules never affect.
    case simulator

    /// The families whose operations rules can affect.
    package static let affected = allCases.filter { $0 != .simulator }
}

extension Operation {
    /// The family that the operation belongs to.
    package var family: OperationFamily {
        switch self {
        case .retrieveConfiguration, .individualizeDevice, .reportErrors, .authenticate, .consumeAssertion,
            .probeAssertionConsumer, .consumeAuthorizationCode, .session, .sessionDevice, .beginPlatformLogin,
            .completePlatformLogin, .logout, .consumeLogoutResponse, .consumeOAuthLogout, .authorize, .authorizeDevice,
            .shortAuthorize, .deviceShortAuthorize, .preauthorize, .signStreamURL, .getMetadata, .getMetadataDevice,
            .retrieveUserMetadata, .completePassiveAuthentication, .completeBackgroundLogin, .retrieveCookieDomains,
            .accessEnablerScript, .storageProxyScript, .storageProxy, .backgroundLoginFile, .backgroundLogoutFile,
            .resetTempPass, .resetGenericTempPass, .resetTempPassV2, .resetTempPassV21:
            .legacy
        case .retrieveClientCredentials, .retrieveAccessToken: .dcr
        case .requestRegistrationCode, .returnRegistrationRecord, .deleteRegistrationRecord: .v1
        case .retrieveServiceProviderConfiguration, .createAuthenticationSession, .resumeAuthenticationSession,
            .retrieveAuthenticationSession, .authenticateInUserAgent, .retrieveProfiles, .retrieveProfileForMVPD,
            .retrieveProfileForCode, .retrieveAuthorizationDecisions, .retrievePreauthorizationDecisions,
            .initiateLogout, .retrievePartnerAuthenticationRequest, .createPartnerProfile:
            .v2
        case .createServiceToken, .refreshServiceToken, .createLinkCode, .unlinkDevices, .listLinkedDevices: .sso
        case .singleSignOnByRedirect, .singleSignOnByPost, .singleLogout, .showLogin, .signIn, .signInByJSON,
            .finishLogin, .consent, .bookend, .logo, .authorizeClient, .issueTokens, .revokeToken, .describeSubscriber,
            .endBrowserSession, .publishKeys, .describeOpenIDProvider:
            .mvpd
        case .reportReadiness, .showDashboard, .serveDashboardFile, .describeEnvironment, .listKeys, .serveKey,
            .publishTokenKeys, .serveCertificate, .offerCertificate, .showLanding, .verifyMediaToken, .describeAPI,
            .revokeClient, .readClock, .changeClock, .listNamespaces, .describeNamespace, .createNamespace,
            .removeNamespace, .removeAllNamespaces, .resetNamespace, .takeSnapshot, .restoreSnapshot, .saveCapsule,
            .openCapsule, .listRules, .addRule, .describeRule, .removeRule, .removeAllRules, .signInSubscriber,
            .listState, .changeState, .removeState, .mintToken, .listExchanges, .removeExchanges, .describeExchange,
            .explainExchange, .awaitExchange, .verifyExchanges, .exportExchanges, .importExchanges, .followEvents,
            .listFlows, .describeFlow, .drawFlow, .judgeClient, .reportMetrics:
            .simulator
        }
    }

    /// Whether the operation asks an MVPD whether a resource may be watched.
    package var decides: Bool {
        switch self {
        case .authorize, .authorizeDevice, .preauthorize, .retrieveAuthorizationDecisions,
            .retrievePreauthorizationDecisions:
            true
        default: false
        }
    }

    /// Whether the operation answers with a decision for each of several resources.
    package var decidesSeveral: Bool {
        switch self {
        case .preauthorize, .retrieveAuthorizationDecisions, .retrievePreauthorizationDecisions: true
        default: false
        }
    }
}

extension MVPDFault {
    /// Whether the defect can show in the answer of an operation.
    package func shows(in operation: Operation) -> Bool {
        switch self {
        case .down, .slow: operation.family == .mvpd || operation.decides
        case .badSignature, .wrongAudience, .expiredAssertion, .loginLoop: operation.family == .mvpd
        }
    }
}
