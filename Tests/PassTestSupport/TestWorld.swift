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
    ///   - changePorts: puts others in the place of the usual ports, whose MVPD permits everything.
    package init(
        _ families: any EndpointFamily..., identifiers: any IdentifierSource = SeededIdentifierSource(seed: 1),
        catalog: Catalog = Catalog(), capacity: Int = 100, policy change: (inout Policy) -> Void = { _ in },
        stores changeStores: (inout Stores) -> Void = { _ in }, ports changePorts: (inout Ports) -> Void = { _ in }
    ) throws {
        var catalog = catalog
        change(&catalog.policy)
        var stores = Stores.memory(capacity: capacity)
        changeStores(&stores)
        let (statementKey, requestorKey) = (try Self.key("statement").publicKey, try Self.key("requestor").publicKey)
        clock = VirtualClock(base: SystemWallClock(), start: Timestamp(seconds: 1_767_225_600), frozen: true)
        var ports = Ports(
            connector: ScriptedMVPD(),
            tokens: SignedTokenSealer(
                key: try Self.key("token"), handles: Sealer(secret: Array(repeating: 0x54, count: 32)),
                forms: TokenForms()),
            devices: DeviceFingerprints(key: try Self.key("device"), form: .signature),
            credentials: JWTCredentialSealer(
                signingKey: try Self.key("token"), trustedStatementKeys: { [statementKey] }),
            requestorKeys: try RequestorKeyRing([:], fallback: { requestorKey }),
            serviceTokens: HMACServiceTokenSealer(Sealer(secret: Array(repeating: 0x54, count: 32))))
        changePorts(&ports)
        world = World(
            name: .default, clock: clock, identifiers: identifiers, catalog: catalog, stores: stores, ports: ports)
        router = Router(families)
    }

    /// A key of `Fixtures/Keys`.
    package static func key(_ name: String) throws -> RSAPrivateKey {
        try RSAPrivateKey(pem: Fixture.bytes("Keys/\(name).pem"))
    }

    /// The endpoint's answer to the request.
    ///
    /// - Throws: `NoEndpoint`.
    package func answer(_ request: HTTPRequest) throws -> HTTPResponse {
        let links = Links(
            scheme: request.connection.scheme, authority: HTTPAuthority(host: request.authority, port: nil),
            namespace: NamespaceAddress(), hostKind: .direct)
        guard let response = router.answer(request, in: world, links: links) else {
            throw NoEndpoint(target: request.target)
        }
        return response
    }

    /// A request that no endpoint takes: its path or its method is wrong.
    package struct NoEndpoint: Error, Equatable {
        package let target: String

        package init(target: String) {
            self.target = target
        }
    }
}
