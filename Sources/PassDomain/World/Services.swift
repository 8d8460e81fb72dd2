import PassCore

/// The domain services of one World. Only this type connects the services with each other, with the stores and with the
/// ports.
package final class Services: Sendable {
    package let registrationCodes: RegistrationCodeService
    package let authentication: AuthenticationService
    package let platformSignOn: PlatformSignOnService
    package let profiles: ProfileService
    package let proofs: ProofService
    package let authorization: AuthorizationService
    package let preauthorization: PreauthorizationService
    package let mediaTokens: MediaTokenService
    package let temporaryPasses: TemporaryPassService
    package let subscribers: SubscriberService
    package let mvpdTokens: MVPDTokenService
    package let logout: LogoutService
    package let clients: ClientRegistrationService
    package let userMetadata: UserMetadataService
    package let appProfiles: AppProfileService
    package let appSessions: AppSessionService
    package let appPartner: AppPartnerService
    package let appProfileList: AppProfileListService
    package let appDecisions: AppDecisionService
    package let appLogout: AppLogoutService
    package let serviceTokens: ServiceTokenService
    package let callers: CallerService

    init(catalog: Catalog, identifiers: any IdentifierSource, stores: Stores, ports: Ports) {
        let policy = catalog.policy
        registrationCodes = RegistrationCodeService(
            catalog: catalog, policy: policy, identifiers: identifiers, codes: stores.registrationCodes)
        temporaryPasses = TemporaryPassService(
            catalog: catalog, devices: ports.devices, temporaryPassUses: stores.temporaryPassUses)
        mvpdTokens = MVPDTokenService(catalog: catalog, connector: ports.connector)

        // Logins and the profiles that come from them.
        platformSignOn = PlatformSignOnService(
            catalog: catalog, policy: policy, identifiers: identifiers, sessions: stores.sessions,
            platformLogins: stores.platformLogins)
        profiles = ProfileService(
            catalog: catalog, policy: policy, tokens: ports.tokens, devices: ports.devices,
            connector: ports.connector, sessions: stores.sessions, profileOrigins: stores.profileOrigins,
            registrationCodes: registrationCodes, platformSignOn: platformSignOn, temporaryPasses: temporaryPasses)
        proofs = ProofService(
            catalog: catalog, policy: policy, tokens: ports.tokens, devices: ports.devices,
            profileOrigins: stores.profileOrigins, revocations: stores.revocations,
            decisionOrigins: stores.decisionOrigins, temporaryPasses: temporaryPasses)
        let appProfiles = AppProfileService(
            catalog: catalog, devices: ports.devices, codes: stores.registrationCodes, sessions: stores.sessions,
            appProfiles: stores.appProfiles, revocations: stores.revocations, profiles: profiles, proofs: proofs,
            temporaryPasses: temporaryPasses)
        self.appProfiles = appProfiles
        authentication = AuthenticationService(
            catalog: catalog, policy: policy, identifiers: identifiers, tokens: ports.tokens, devices: ports.devices,
            codes: stores.registrationCodes, sessions: stores.sessions, registrationCodes: registrationCodes,
            appProfiles: appProfiles)
        subscribers = SubscriberService(connector: ports.connector, temporaryPasses: temporaryPasses)
        userMetadata = UserMetadataService(
            catalog: catalog, policy: policy, devices: ports.devices, requestorKeys: ports.requestorKeys,
            profileOrigins: stores.profileOrigins, proofs: proofs, subscribers: subscribers)
        logout = LogoutService(
            catalog: catalog, policy: policy, identifiers: identifiers, tokens: ports.tokens,
            sessions: stores.sessions, logouts: stores.logouts, revocations: stores.revocations,
            profileOrigins: stores.profileOrigins, mvpdTokens: mvpdTokens)

        // Decisions and the tokens that come from them.
        let decisions = DecisionService(policy: policy, connector: ports.connector, mvpdTokens: mvpdTokens)
        authorization = AuthorizationService(
            catalog: catalog, policy: policy, tokens: ports.tokens, decisionOrigins: stores.decisionOrigins,
            denialCounts: stores.denialCounts, proofs: proofs, decisions: decisions,
            temporaryPasses: temporaryPasses, userMetadata: userMetadata)
        preauthorization = PreauthorizationService(catalog: catalog, proofs: proofs, decisions: decisions)
        mediaTokens = MediaTokenService(
            catalog: catalog, tokens: ports.tokens,
            mediaTokenAllowances: stores.mediaTokenAllowances, latestPresentation: stores.latestPresentation,
            proofs: proofs)

        // Clients.
        let clients = ClientRegistrationService(
            policy: policy, identifiers: identifiers, credentials: ports.credentials,
            applications: stores.applications)
        self.clients = clients

        // Apps that hold no tokens.
        appSessions = AppSessionService(
            catalog: catalog, policy: policy, identifiers: identifiers, codes: stores.registrationCodes,
            registrationCodes: registrationCodes, profiles: appProfiles, clients: clients)
        appPartner = AppPartnerService(catalog: catalog, sessions: appSessions, platformSignOn: platformSignOn)
        appProfileList = AppProfileListService(
            catalog: catalog, profiles: appProfiles, userMetadata: userMetadata, temporaryPasses: temporaryPasses)
        appDecisions = AppDecisionService(
            catalog: catalog, kept: stores.appDecisions, profiles: appProfiles, authorization: authorization,
            preauthorization: preauthorization, mediaTokens: mediaTokens, temporaryPasses: temporaryPasses)
        appLogout = AppLogoutService(
            catalog: catalog, policy: policy, devices: ports.devices, profiles: appProfiles, logout: logout)
        serviceTokens = ServiceTokenService(
            identifiers: identifiers, sealer: ports.serviceTokens, linkedDevices: stores.linkedDevices,
            linkCodes: stores.linkCodes)

        // The calls of clients.
        callers = CallerService(
            catalog: catalog, policy: policy, credentials: ports.credentials, requestorKeys: ports.requestorKeys,
            applications: stores.applications, registrationCodes: registrationCodes, clients: clients)
    }
}
