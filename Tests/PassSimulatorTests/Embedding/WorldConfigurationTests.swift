import PassSimulator
import Testing

@Suite("Configuring an embedded World while it runs")
struct WorldConfigurationTests {
    private func message(_ change: () throws -> Void) -> String {
        do {
            try change()
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test("A requestor gets its own MVPDs and TTLs; the next change is merged into this one")
    func overlay() async throws {
        let simulator = try await Simulator.start()
        let world = simulator.world
        let client = EmbeddedClient(simulator)
        try world.configure(
            """
            {
                mvpds: { TempPass: { pass: { seconds: 5 } } },
                requestors: { MY_NET: { name: "My Network", mvpds: { TempPass: {}, AcmeCable: {} } } },
            }
            """)
        let first = client.get("/config/MY_NET").text
        #expect(first.contains(">My Network<") && first.contains("<id>AcmeCable</id>"))
        #expect(!first.contains("<id>MetaCable</id>"))
        try world.configure("{ requestors: { MY_NET: { mvpds: { AcmeCable: null } } } }")
        let second = client.get("/config/MY_NET").text
        #expect(second.contains(">My Network<") && second.contains("<id>TempPass</id>"))
        #expect(!second.contains("<id>AcmeCable</id>"))
        let token = try #require(client.authNToken())
        _ = client.authorize(token)
        world.advance(by: .seconds(6))
        #expect(client.authorize(token).element("details") == "Your temporary pass has run out.")
        await simulator.stop()
    }

    @Test("An excluded MVPD is no longer one of all, and its tokens are no longer accepted")
    func excluded() async throws {
        let simulator = try await Simulator.start()
        let world = simulator.world
        let client = EmbeddedClient(simulator)
        let token = try #require(client.authNToken())
        #expect(client.authorize(token).element("authzToken") != nil)
        try world.configure("{ requestors: { TEST_REQUESTOR: { excludedMVPDs: ['TempPass'] } } }")
        let document = client.get("/config/TEST_REQUESTOR").text
        #expect(document.contains("<id>AcmeCable</id>") && !document.contains("<id>TempPass</id>"))
        #expect(client.authorize(token).text.hasPrefix("<pendingLogout"))
        #expect(client.authNToken() == nil)
        #expect(client.get("/config/REF30").text.contains("<id>TempPass</id>"))
        try world.configure("{ requestors: { TEST_REQUESTOR: { excludedMVPDs: [] } } }")
        #expect(client.authorize(token).element("authzToken") != nil)
        await simulator.stop()
    }

    @Test("Logins, used-up tokens, the clock and identifiers stay")
    func staying() async throws {
        var configuration = Configuration()
        configuration.timeMillis = 1_936_513_800_000
        let simulator = try await Simulator.start(configuration)
        let world = simulator.world
        let client = EmbeddedClient(simulator)
        let token = try #require(client.authNToken())
        let media = client.mediaToken(try #require(client.authorize(token).element("authzToken")))
        #expect(world.verifyMediaToken(media, resource: nil).isValid)
        world.freeze()
        world.set(toMillis: 1_936_513_860_000)
        try world.configure("{ ttl: { mediaSeconds: 420 }, denialStatus: 400 }")
        #expect(world.nowMillis == 1_936_513_860_000)
        #expect(world.verifyMediaToken(media, resource: nil).validity == .alreadyUsed)
        let again = client.mediaToken(try #require(client.authorize(token).element("authzToken")))
        #expect(world.verifyMediaToken(again, resource: nil).token?.ttlMillis == 420_000)
        #expect(client.authorize(token, "deny:a").status == 400)
        await simulator.stop()
    }

    @Test(
        "Settings that a file can't have are refused with the position and the nearest name, and change nothing",
        arguments: [
            ("{ requestor: {} }", "configuration:1:3: requestor is not a setting; the nearest one is requestors."),
            ("{ ttl: { mediaSecond: 1 } }", "the nearest one is ttl.mediaSeconds."),
            ("{ ttl: {\n mediaSeconds: -1 } }", "configuration:2:16: ttl.mediaSeconds is -1, but must be"),
            ("{ requestors: { A: { mvpds: { Adobee: {} } } } }", "the nearest one is Adobe"),
            ("{ requestors: { DEMO_NET: { excludedMVPDs: ['Adobee'] } } }", "the nearest one is Adobe"),
            (
                "{ requestors: { DEMO_NET: { mvpds: { Adobe: null } } } }",
                "mvpds.Adobe is null, but there is no such entry"
            ),
            ("{ listen: [\"127.0.0.1:0\"] }", "listen is a setting of the whole simulator"),
            ("{ denialStatus: 400, limits: {} }", "limits is a setting of the whole simulator"),
            ("{ keys: {} }", "keys is a setting"), ("{ time: null }", "time is a setting"),
            ("{ denialStatus: 400, ", "configuration:1:22: "), ("[]", "must be an object"),
        ])
    func refused(_ text: String, _ sentence: String) async throws {
        let simulator = try await Simulator.start()
        let message = message { try simulator.world.configure(text) }
        #expect(message.contains(sentence), "\(message)")
        let client = EmbeddedClient(simulator)
        let token = try #require(client.authNToken())
        #expect(client.authorize(token, "deny:a").status == 200)
        await simulator.stop()
    }

    @Test("An unusable file is named, and nothing changes")
    func badFile() async throws {
        let simulator = try await Simulator.start()
        let text = #"{ denialStatus: 400, requestors: { DEMO_NET: { certificates: ["/no/such.pem"] } } }"#
        #expect(message { try simulator.world.configure(text) }.contains("/no/such.pem"))
        let client = EmbeddedClient(simulator)
        #expect(client.authorize(try #require(client.authNToken()), "deny:a").status == 200)
        await simulator.stop()
    }

    @Test("A reset restores the start: configuration, no logins, no faults, an empty journal, the clock")
    func reset() async throws {
        var configuration = Configuration()
        configuration.timeMillis = 1_936_513_800_000
        configuration.denialStatus = 400
        configuration.seed = 7
        let simulator = try await Simulator.start(configuration)
        let world = simulator.world
        let client = EmbeddedClient(simulator)
        let token = try #require(client.authNToken())
        let media = client.mediaToken(try #require(client.authorize(token).element("authzToken")))
        _ = world.verifyMediaToken(media, resource: nil)
        try world.configure("{ denialStatus: 200 }")
        try world.failAll(with: .status(500))
        world.advance(by: .seconds(86_400))
        world.reset()
        #expect(world.exchanges.isEmpty)
        #expect(world.nowMillis < 1_936_513_800_000 + 3_600_000)
        #expect(client.authorize(token, "deny:a").status == 400)
        #expect(world.verifyMediaToken(media, resource: nil).isValid)
        let answer = client.post("/sessionDevice", [("requestor_id", "TEST_REQUESTOR"), ("device_id", "c0ffee")])
        #expect(answer.status == 401)
        await simulator.stop()
    }

    @Test("A change, a moved clock and a fault stay in their own namespace")
    func namespaces() async throws {
        let simulator = try await Simulator.start()
        let one = try simulator.world(named: "suite-1")
        #expect(one.url == simulator.url + "/_ns/suite-1")
        #expect(one.serviceProvider == simulator.url + "/_ns/suite-1/adobe-services")
        #expect(one.httpsURL == simulator.httpsURL + "/_ns/suite-1")
        #expect(simulator.world.url == simulator.url && simulator.world.name == "default")
        try one.configure("{ unknownRequestors: \"refuse\" }")
        one.advance(by: .seconds(86_400))
        try one.fail(.session, with: .status(500))
        #expect(EmbeddedClient(simulator, one).get("/config/NOBODY").status == 400)
        #expect(EmbeddedClient(simulator).get("/config/NOBODY").status == 200)
        #expect(simulator.world.followsRealTime)
        #expect(EmbeddedClient(simulator).get("/session").status != 500)
        #expect(EmbeddedClient(simulator, try simulator.world(named: "suite-1")).get("/session").status == 500)
        await simulator.stop()
    }

    @Test("An invalid name is refused, and so is one too many; the default World always exists")
    func names() async throws {
        var configuration = Configuration()
        configuration.namespaces.max = 1
        let simulator = try await Simulator.start(configuration)
        #expect(message { _ = try simulator.world(named: "Suite 1") }.contains("a-z, 0-9 and -"))
        _ = try simulator.world(named: "a")
        #expect(message { _ = try simulator.world(named: "b") }.contains("namespaces.max"))
        #expect(EmbeddedClient(simulator).get("/config/DEMO_NET").status == 200)
        await simulator.stop()
    }
}
