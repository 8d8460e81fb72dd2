import PassSimulator
import Testing

@Suite("The clock of an embedded World")
struct WorldClockTests {
    @Test("The clock follows real time until it is set, continues from there, and follows real time after a reset")
    func following() async throws {
        let simulator = try await Simulator.start()
        let world = simulator.world
        #expect(world.followsRealTime)
        let before = world.nowMillis
        world.advance(by: .seconds(86_400))
        #expect(!world.followsRealTime)
        #expect(world.nowMillis >= before + 86_400_000)
        #expect(world.nowMillis < before + 86_400_000 + 3_600_000)
        world.reset()
        #expect(world.followsRealTime)
        #expect(world.nowMillis < before + 3_600_000)
        await simulator.stop()
    }

    @Test("Set and frozen it stands still, tells its time in the Date field and the configuration, and can be advanced")
    func frozen() async throws {
        let simulator = try await Simulator.start()
        let world = simulator.world
        // date -u -d '2031-05-14 08:30:00' +%s
        world.set(toMillis: 1_936_513_800_000)
        world.freeze()
        world.set(toMillis: 1_936_513_800_000)
        let answer = EmbeddedClient(simulator).get("/config/DEMO_NET")
        #expect(answer.field("date") == "Wed, 14 May 2031 08:30:00 GMT")
        #expect(answer.element("time") == "1936513800000")
        world.advance(by: .milliseconds(1_500))
        #expect(world.nowMillis == 1_936_513_801_500)
        world.advance(by: .seconds(-2))
        #expect(world.nowMillis == 1_936_513_799_500)
        world.thaw()
        #expect(world.nowMillis >= 1_936_513_799_500)
        await simulator.stop()
    }

    @Test("The clock can be stopped at a millisecond, however long the World has been there")
    func frozenAt() async throws {
        var configuration = Configuration()
        configuration.timeMillis = 1_936_513_800_000
        let simulator = try await Simulator.start(configuration)
        let world = simulator.world
        world.advance(by: .milliseconds(3))
        world.freeze(atMillis: 1_936_513_800_000)
        #expect(world.nowMillis == 1_936_513_800_000)
        await simulator.stop()
    }

    @Test("Times that no token can contain are moved to the nearest that it can")
    func bounds() async throws {
        let simulator = try await Simulator.start()
        let world = simulator.world
        world.freeze()
        world.set(toMillis: .min)
        #expect(world.nowMillis == 0)
        world.advance(by: .seconds(Int64.max))
        // date -u -d '9799-12-31 23:59:59' +%s
        #expect(world.nowMillis == 247_090_953_599_000)
        #expect(EmbeddedClient(simulator).authNToken() != nil)
        await simulator.stop()
    }

    @Test("Advancing the clock expires what has run out, and a changed clock keeps the existing logins")
    func expiry() async throws {
        let simulator = try await Simulator.start()
        let client = EmbeddedClient(simulator)
        client.world.freeze()
        let token = try #require(client.authNToken())
        #expect(client.authorize(token).element("authzToken") != nil)
        client.world.advance(by: .seconds(599))
        #expect(client.authorize(token).element("authzToken") != nil)
        client.world.advance(by: .seconds(2))
        #expect(client.authorize(token).element("details") == "Your temporary pass has run out.")
        await simulator.stop()
    }
}
