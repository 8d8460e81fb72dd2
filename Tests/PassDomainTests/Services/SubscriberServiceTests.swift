import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Subscribers, as a service")
struct SubscriberServiceTests {
    private func integration(_ test: TestWorld, _ mvpd: MVPDID) throws -> Integration {
        try #require(test.world.catalog.integration(test.world.catalog.requestor("REF30"), mvpd))
    }

    /// The subscriber of the login's profile, and that of its token.
    private func subscribers(_ test: TestWorld, _ login: TestWorld.Login, at mvpd: MVPDID) throws -> [Subscriber?] {
        let now = test.clock.now()
        let proven = try test.world.services.proofs.profile(
            login.token, requestor: test.world.catalog.requestor("REF30"), mvpd: nil, device: nil, kind: nil, now: now)
        let service = test.world.services.subscribers
        return [
            try service.subscriber(of: login.profile, at: integration(test, mvpd), now: now),
            try service.subscriber(of: proven, now: now),
        ]
    }

    @Test("The MVPD that logged the user in, which may be the proxy, knows the subscriber")
    func atMVPD() throws {
        var proxied = MVPD(id: "AcmeCable")
        proxied.proxy = "HubTV"
        let connector = ScriptedMVPD(metadata: ["userID": .string("u")])
        let test = try TestWorld(
            catalog: Catalog(mvpds: [proxied, MVPD(id: "HubTV")]), ports: { $0.connector = connector })
        let ada = Subscriber(id: "ada", metadata: ["userID": .string("u")])
        #expect(try subscribers(test, test.login(), at: "AcmeCable") == [ada, ada])
        #expect(connector.calls == [.subscriber("ada", "HubTV"), .subscriber("ada", "HubTV")])
        let unknown = try TestWorld()
        #expect(try subscribers(unknown, unknown.login(), at: "AcmeCable") == [nil, nil])
    }

    @Test(
        "The holder of a temporary pass has no name, that of a promotional one has, and no MVPD is asked about either")
    func passes() throws {
        for identity: String? in [nil, "email"] {
            let connector = ScriptedMVPD(metadata: ["userID": .string("u")])
            var mvpd = MVPD(id: "Pass", style: .tempPass)
            mvpd.temporaryPass = TemporaryPass(timeToLive: .hours(1), resources: 2, identity: identity)
            let test = try TestWorld(catalog: Catalog(mvpds: [mvpd]), ports: { $0.connector = connector })
            let login = try test.login(mvpd: "Pass", generic: #"{"email":"ada"}"#)
            let found = try subscribers(test, login, at: "Pass")
            if identity == nil {
                #expect(found == [nil, nil])
            } else {
                let id = SubscriberID(rawValue: test.world.ports.devices.digest(ofIdentity: "ada"))
                #expect(found.map { $0?.id } == [id, id])
                #expect(found.map { $0?.metadata["remaining_resources"] } == [.integer(2), .integer(2)])
            }
            #expect(connector.calls.isEmpty)
        }
    }

    @Test("The metadata of a promotional pass includes what was used under any of its holder's names")
    func use() throws {
        let test = try TestWorld.withPass(TemporaryPass(timeToLive: .hours(1), resources: 2, identity: "email"))
        let login = try test.login(mvpd: "Pass", generic: #"{"email":"ada"}"#)
        let passes = test.world.services.temporaryPasses
        let holding = passes.holding(
            at: try integration(test, "Pass"), subscriber: "another identity", session: "S",
            device: login.profile.device)
        _ = try passes.take(holding, for: Resource("A"), now: test.clock.now())
        for subscriber in try subscribers(test, login, at: "Pass") {
            #expect(subscriber?.metadata["used_assets"] == .array([.string("A")]))
            #expect(subscriber?.metadata["remaining_resources"] == .integer(1))
        }
    }
}
