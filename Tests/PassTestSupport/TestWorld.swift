package import PassCore
package import PassCrypto
package import PassDomain
package import PassEndpointKit
package import PassHTTP
import PassStore
import PassTokens

/// A World with a clock that stands still at 2026-01-01T00:00:00Z, and the families that answer in it.
package struct TestWorld: Sendable {
    package let clock: VirtualClock
    package let world: World
    private let router: Router

    /// - Parameters:
    ///   - families: whose endpoints requests find.
    ///   - change: makes the policy another than the default.
    ///   - changeStores: puts others in the place of the stores in memory.
    package init(
        _ families: any EndpointFamily..., identifiers: any IdentifierSource = SeededIdentifierSource(seed: 1),
        catalog: Catalog = Catalog(), capacity: Int = 100, policy change: (inout Policy) -> Void = { _ in },
        stores changeStores: (inout Stores) -> Void = { _ in }
    ) throws {
        var catalog = catalog
        change(&catalog.policy)
        var stores = Stores.memory(capacity: capacity)
        changeStores(&stores)
        let (statementKey, requestorKey) = (try Self.key("statement").publicKey, try Self.key("requestor").publicKey)
        clock = VirtualClock(base: SystemWallClock(), start: Timestamp(seconds: 1_767_225_600), frozen: true)
        world = World(
            name: .default, clock: clock, identifiers: identifiers, catalog: catalog, stores: stores,
            ports: Ports(
                connector: PermittingConnector(),
                tokens: SignedTokenSealer(
                    key: try Self.key("token"), handles: Sealer(secret: Array(repeating: 0x54, count: 32)),
                    forms: TokenForms()),
                devices: DeviceFingerprints(key: try Self.key("device"), form: .signature),
                credentials: JWTCredentialSealer(
                    signingKey: try Self.key("token"), trustedStatementKeys: { [statementKey] }),
                requestorKeys: try RequestorKeyRing([:], fallback: { requestorKey })))
        router = Router(families)
    }

    /// A key of `Fixtures/Keys`.
    package static func key(_ name: String) throws -> RSAPrivateKey {
        try RSAPrivateKey(pem: Fixture.bytes("Keys/\(name).pem"))
    }

    /// What the endpoint of that request answers, its failures told by its own table.
    ///
    /// - Throws: `NoEndpoint`, and whatever an endpoint throws that is no failure of the domain.
    package func answer(_ request: HTTPRequest) throws -> HTTPResponse {
        guard case .found(let found, let captures) = router.match(request.method, request.path) else {
            throw NoEndpoint(target: request.target)
        }
        let endpoint = found.endpoint
        func exchange(_ parameters: Parameters) -> Exchange {
            let links = Links(
                scheme: request.connection.scheme, authority: HTTPAuthority(host: request.authority, port: nil),
                namespace: NamespaceAddress(), hostKind: .direct)
            return Exchange(
                request: request, world: world, links: links, now: clock.now(), captures: captures,
                parameters: parameters)
        }
        do {
            let parameters =
                endpoint.route.readsParameters
                ? try Parameters(of: request)
                : Parameters([])
            do {
                return try endpoint.respond(to: exchange(parameters))
            } catch let failure as EntitlementFailure {
                return endpoint.failures.response(to: failure, in: exchange(parameters))
            }
        } catch let failure as EntitlementFailure {
            return endpoint.failures.response(to: failure, in: exchange(Parameters([])))
        }
    }

    /// A request that no endpoint takes: its path or its method is wrong.
    package struct NoEndpoint: Error, Equatable {
        package let target: String

        package init(target: String) {
            self.target = target
        }
    }
}

/// An MVPD that lets everybody watch everything.
private struct PermittingConnector: MVPDConnector {
    func decide(_ question: EntitlementQuestion) -> EntitlementVerdict { EntitlementVerdict() }
    func subscriber(_ id: SubscriberID, at mvpd: MVPDID) -> Subscriber? { nil }

    func redeem(
        _ code: String, redirectURI: String, as client: MVPDClient, at mvpd: MVPDID, now: Timestamp
    ) throws -> MVPDCredential { throw MVPDRefusal(.invalidGrant, "It gives no codes.") }
    func refresh(
        _ refreshToken: String, as client: MVPDClient, at mvpd: MVPDID, now: Timestamp
    ) throws -> MVPDCredential { throw MVPDRefusal(.invalidGrant, "It gives no refresh tokens.") }
    func revoke(_ refreshToken: String, at mvpd: MVPDID, now: Timestamp) throws {}
}
