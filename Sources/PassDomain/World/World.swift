package import PassCore

/// One namespace with all of its state: its clock, identifiers, catalog and stores.
///
/// Every request is resolved to one World first. Services reach state through that World alone, so Worlds never affect
/// each other.
package final class World: Sendable {
    package let name: NamespaceName
    package let clock: any WallClock
    /// Whether the clock shows the machine's time of day.
    package let followsRealTime: Bool
    package let identifiers: any IdentifierSource
    package let catalog: Catalog
    package let policy: Policy
    package let stores: Stores
    package let connector: any MVPDConnector
    package let tokens: any TokenSealer
    package let devices: any DeviceSealer
    package let credentials: any ClientCredentialSealer
    package let requestorKeys: any RequestorKeys
    /// The recent requests of this World's clients; used only where the policy sets a throttle.
    package let throttle: RequestThrottle

    package init(
        name: NamespaceName, clock: any WallClock, identifiers: any IdentifierSource, catalog: Catalog, policy: Policy,
        stores: Stores, connector: any MVPDConnector, tokens: any TokenSealer, devices: any DeviceSealer,
        credentials: any ClientCredentialSealer, requestorKeys: any RequestorKeys,
        throttle: RequestThrottle = RequestThrottle()
    ) {
        self.name = name
        self.clock = clock
        followsRealTime = clock is SystemWallClock
        self.identifiers = identifiers
        self.catalog = catalog
        self.policy = policy
        self.stores = stores
        self.connector = connector
        self.tokens = tokens
        self.devices = devices
        self.credentials = credentials
        self.requestorKeys = requestorKeys
        self.throttle = throttle
    }

    /// Returns this World with another clock; the new one shares records, identifiers and rules with this one.
    package func following(_ clock: any WallClock) -> World {
        World(
            name: name, clock: clock, identifiers: identifiers, catalog: catalog, policy: policy, stores: stores,
            connector: connector, tokens: tokens, devices: devices, credentials: credentials,
            requestorKeys: requestorKeys, throttle: throttle)
    }

    package var registrationCodes: RegistrationCodeService { RegistrationCodeService(world: self) }
    package var authentication: AuthenticationService { AuthenticationService(world: self) }
    package var platformSignOn: PlatformSignOnService { PlatformSignOnService(world: self) }
    package var proofs: ProofService { ProofService(world: self) }
    package var authorization: AuthorizationService { AuthorizationService(world: self) }
    package var mediaTokens: MediaTokenService { MediaTokenService(world: self) }
    package var decisions: DecisionService { DecisionService(world: self) }
    package var preauthorization: PreauthorizationService { PreauthorizationService(world: self) }
    package var temporaryPasses: TemporaryPassService { TemporaryPassService(world: self) }
    package var subscribers: SubscriberService { SubscriberService(world: self) }
    package var providerTokens: MVPDTokenService { MVPDTokenService(world: self) }
    package var logout: LogoutService { LogoutService(world: self) }
    package var clients: ClientRegistrationService { ClientRegistrationService(world: self) }
    package var userMetadata: UserMetadataService { UserMetadataService(world: self) }
    package var callers: CallerService { CallerService(world: self) }
}
