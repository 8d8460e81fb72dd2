import AccessEnabler
import PassCore
import PassSimulator
import Testing

@testable import PassHarness

@Suite("The stage of a scenario")
struct StageTests {
    @Test("A scenario begins at a whole second, with all its clocks alike, whenever its backend was started")
    func wholeSecond() async throws {
        let simulator = try await Simulator.start(.scenarios())
        let world = try simulator.world(named: "stage")
        world.freeze()
        world.set(toMillis: 1_936_773_000_999)
        let stage = Stage(.embedded(simulator, world), cast: .embedded)
        let other = try stage.otherWorld("other")
        #expect(world.nowMillis == 1_936_773_000_000)
        #expect(other.nowMillis == 1_936_773_000_000)
        #expect(stage.phone.clock.nowMillis == 1_936_773_000_000)
        await simulator.stop()
    }

    @Test("Requests of the second screen and of a programmer's server can be held, and go on when released")
    func holdsWhatNoSDKSends() async throws {
        // Long enough for a build with a sanitizer, beside all other tests.
        let results = try await ConformanceRunner(limit: .seconds(180)).run([
            .make("1") { stage in
                let tv = stage.device(.tvOS, version: "12.1", name: "tv")
                let app = try await stage.configuredApp(on: tv)
                await app.when("getAuthentication") { $0.getAuthentication() }
                await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
                let code = try stage.require(app.registrationCode, "a registration code")
                stage.network.hold("authenticate")
                async let login: Void = stage.logInOnSecondScreen(app, code: code)
                await stage.network.holdsSomething()
                stage.network.release("authenticate")
                try await login
                try await stage.advance(by: .seconds(10))
                try app.expect(app.seen.contains("SAS(1"), "a login", seen: app.seen)
                await app.when("getAuthorization(r)") { $0.getAuthorization(stage.cast.r) }
                let token = try stage.require(app.tokens.last?.token, "a media token")
                stage.network.hold("tokens")
                async let verdict: Void = stage.present(token, for: stage.cast.r, is: "VALID_TOKEN")
                await stage.network.holdsSomething()
                stage.network.release("tokens")
                try await verdict
            }
        ])
        #expect(results.map(\.reason) == [nil])
    }
}

extension SimulatedNetwork {
    /// Returns once a request is held back.
    fileprivate func holdsSomething() async {
        while state.withLock(\.held.isEmpty) { await Task.yield() }
    }
}
