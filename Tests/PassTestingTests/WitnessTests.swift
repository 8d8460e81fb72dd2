import PassSimulator
import PassTesting
import Testing

/// Our SDK and a client that shares no code with it do the same against two simulators that are the same: one seed, one
/// clock that stands at the same millisecond, the same keys. Both send the same calls in the same order, so that even GUIDs,
/// sealed names and signatures agree.
@Suite("Two independent clients")
struct WitnessTests {
    private static let device = "8C0E2A3F-witness"
    private static let resource = "TEST_RESOURCE"
    private static let time: Int64 = 1_936_513_800_000

    @Test(
        "read the same configuration and the same fields of every token",
        arguments: ["Adobe", "AcmeCable", "MetaCable", "OAuthTV", "TownCable"])
    func agree(mvpd: String) async throws {
        var configuration = Configuration()
        configuration.seed = 7
        configuration.timeMillis = Self.time
        let ours = try await withSimulator(.own(configuration)) { simulation in
            try simulation.world.freeze(atMillis: Self.time)
            return try await Ours.testify(simulation, mvpd: mvpd, resource: Self.resource, device: Self.device)
        }
        let theirs = try await withSimulator(.own(configuration)) { simulation in
            try simulation.world.freeze(atMillis: Self.time)
            let testimony = try await SecondWitness.testify(
                simulation.serviceProvider, requestor: "TEST_REQUESTOR", mvpd: mvpd, resource: Self.resource,
                device: Self.device, statement: Simulation.softwareStatement)
            return (testimony, simulation.url)
        }

        #expect(ours.mvpds == theirs.0.config.mvpds.map { Ours.seen($0, at: theirs.1) })
        for (kind, one, other) in [
            ("authN", ours.authn, theirs.0.authn), ("authZ", ours.authz, theirs.0.authz),
            ("media", ours.media, theirs.0.media),
        ] {
            #expect(one.keys.sorted() == other.keys.filter { !["root", "raw"].contains($0) }.sorted(), "\(kind)")
            for (name, value) in one {
                #expect(.text(value) == other[name], "\(kind) \(name)")
            }
        }
        #expect(.text(ours.read.requestor) == theirs.0.authn["simpleTokenRequestorID"])
        #expect(
            ours.read.provider == (theirs.0.authn["simpleTokenSubMvpdID"] ?? theirs.0.authn["simpleTokenMsoID"])?.text)
        #expect(ours.read.expiry == theirs.0.authn["simpleTokenExpires"]?.text)
        #expect(ours.read.authorizationExpiry == theirs.0.authz["simpleTokenTTL"]?.text)
    }
}
