package import PassCore

/// The state of a namespace: its clock, identifiers, catalog and stores, and the services that work on them.
///
/// Every request is first resolved to one World. No service has access to another World's stores, so Worlds never
/// affect each other.
package final class World: Sendable {
    package let name: NamespaceName
    package let clock: any WallClock
    /// Whether the clock shows the machine's time of day.
    package let followsRealTime: Bool
    package let identifiers: any IdentifierSource
    package let catalog: Catalog
    package let policy: Policy
    package let stores: Stores
    package let ports: Ports
    package let services: Services
    /// The recent requests of this World's clients; used only where the policy sets a throttle.
    package let throttle: RequestThrottle

    package convenience init(
        name: NamespaceName, clock: any WallClock, identifiers: any IdentifierSource, catalog: Catalog,
        stores: Stores, ports: Ports, throttle: RequestThrottle = RequestThrottle()
    ) {
        self.init(
            name: name, clock: clock, identifiers: identifiers, catalog: catalog, stores: stores, ports: ports,
            services: Services(catalog: catalog, identifiers: identifiers, stores: stores, ports: ports),
            throttle: throttle)
    }

    private init(
        name: NamespaceName, clock: any WallClock, identifiers: any IdentifierSource, catalog: Catalog,
        stores: Stores, ports: Ports, services: Services, throttle: RequestThrottle
    ) {
        self.name = name
        self.clock = clock
        followsRealTime = clock is SystemWallClock
        self.identifiers = identifiers
        self.catalog = catalog
        policy = catalog.policy
        self.stores = stores
        self.ports = ports
        self.services = services
        self.throttle = throttle
    }

    /// Returns a World that has another clock, and shares everything else with this World.
    package func following(_ clock: any WallClock) -> World {
        World(
            name: name, clock: clock, identifiers: identifiers, catalog: catalog, stores: stores, ports: ports,
            services: services, throttle: throttle)
    }
}
