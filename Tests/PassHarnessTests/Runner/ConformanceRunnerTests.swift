import AccessEnabler
import PassSimulator
import Testing

@testable import PassHarness

@Suite("The conformance runner")
struct ConformanceRunnerTests {
    private struct Broken: Error, CustomStringConvertible {
        var description: String { "It broke." }
    }

    @Test("A scenario passes, fails at its step, is skipped with its reason or crashes, without affecting others")
    func outcomes() async throws {
        let results = try await ConformanceRunner().run([
            .make("1"),
            .make("2") { stage in
                throw ScenarioFailure(step: "logout", expected: "NAV", seen: "nothing")
            },
            .make("3") { _ in throw ScenarioSkip("no second screen here") },
            .make("4") { stage in
                stage.record(step: "setRequestor(REF)")
                throw Broken()
            },
        ])
        #expect(results.map(\.number) == ["1", "2", "3", "4"])
        #expect(results.map(\.status) == [.passed, .failed, .skipped, .failed])
        #expect(
            results.map(\.reason) == [
                nil, "logout: expected NAV, saw nothing", "no second screen here",
                "setRequestor(REF): expected no error, saw It broke.",
            ])
    }

    @Test("A scenario that hangs fails at its step when its time has run out")
    func hang() async throws {
        let results = try await ConformanceRunner(limit: .milliseconds(500)).run([
            .make("1") { stage in
                stage.record(step: "checkAuthorization(r)")
                for await _ in AsyncStream<Never>.makeStream().stream {}
                // A scenario that is given up ends here; what it does afterwards counts for nothing.
                throw Broken()
            }
        ])
        #expect(
            results.map(\.reason) == [
                "checkAuthorization(r): expected the end of the scenario within 0.5 seconds, saw none"
            ])
    }

    @Test("A scenario that is slow but not stuck continues with its apps to its end, even after its time")
    func slow() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (steps, said) = AsyncStream<String>.makeStream()
        let results = try await ConformanceRunner(limit: .milliseconds(500)).run([
            .make("1") { stage in
                let app = try await stage.app()
                let enabler = app.enabler
                // Cancelling ends no wait in a task of its own.
                await Task { for await _ in gate {} }.value
                await app.when("checkAuthentication") { $0.checkAuthentication() }
                said.yield(app.enabler === enabler ? "its app still ran" : "its app was another")
                said.finish()
            }
        ])
        #expect(results.map(\.status) == [.failed])
        open.finish()
        var heard: [String] = []
        for await step in steps { heard.append(step) }
        #expect(heard == ["its app still ran"])
    }

    @Test("A scenario that fails leaves a capsule of its World")
    func capsules() async throws {
        let results = try await ConformanceRunner().run([
            .make("1") { stage in
                _ = try await stage.configuredApp()
                throw stage.fail("a picture", seen: "none")
            },
            .make("2") { _ in },
        ])
        let capsule = String(decoding: try #require(results[0].failure).capsule, as: UTF8.self)
        #expect(capsule.contains(#""title":"Scenario 1, "#) && capsule.contains("RetrieveConfiguration"))
        #expect(results[1].failure == nil)
    }

    @Test("Each scenario has a World of its own, whose clock stands still")
    func worlds() async throws {
        let times = Recorder<Int64>()
        let results = try await ConformanceRunner(parallel: 1).run([
            .make("1") { stage in
                try stage.world.advance(by: .seconds(60))
                times.add(try stage.world.nowMillis)
            },
            .make("1") { stage in times.add(try stage.world.nowMillis) },
        ])
        #expect(results.allSatisfy { $0.status == .passed })
        #expect(times.all == [1_936_773_060_000, 1_936_773_000_000])
    }

    @Test("Time passes for the backend and for devices together, alarm by alarm")
    func time() async throws {
        let seen = Recorder<String>()
        let results = try await ConformanceRunner().run([
            .make("1") { stage in
                let (phone, world) = (stage.phone, try stage.world)
                let start = world.nowMillis
                for delay: Int64 in [10_000, 20_000] {
                    _ = phone.clock.wake(afterMillis: delay) {
                        seen.add("\(phone.clock.nowMillis - start) \(world.nowMillis - start)")
                    }
                }
                try await stage.advance(by: .seconds(25))
                seen.add("\(phone.clock.nowMillis - start) \(world.nowMillis - start)")
            }
        ])
        #expect(results.map(\.reason) == [nil])
        #expect(seen.all == ["10000 10000", "20000 20000", "25000 25000"])
    }

    @Test("Each scenario uses a namespace of another simulator; those that need more control are skipped")
    func foreign() async throws {
        let simulator = try await Simulator.start()
        let places = Recorder<String>()
        let scenarios: [Scenario] = [
            .make("1") { stage in places.add(stage.serviceProvider) },
            .make("2") { stage in places.add(stage.serviceProvider) },
            .make("3", needs: [.clock, .faults]),
            .make("4") { stage in try await stage.advance(by: .seconds(1)) },
            .make("5") { stage in
                let response = try await stage.network.send(.init(url: stage.serviceProvider + "/config/REF30"))
                try stage.expect(response.status, is: 200, "status")
            },
        ]
        let results = try await ConformanceRunner(
            target: .url(simulator.url + "/adobe-services/", certificateAuthority: nil), seed: 1, parallel: 1
        ).run(scenarios)
        await simulator.stop()
        #expect(
            results.map(\.reason) == [
                nil, nil, "needs control of the backend's clock, faults", "needs the embedded simulator", nil,
            ])
        #expect(places.all.count == 2)
        for (place, end) in zip(places.all, ["-1-0", "-2-1"]) {
            #expect(place.hasPrefix("\(simulator.url)/_ns/harness-"))
            #expect(place.hasSuffix("\(end)/adobe-services"))
        }
    }

    @Test("A server that answers 200 to everything isn't taken for a simulator, and gets no namespaces")
    func otherServer() async throws {
        let simulator = try await Simulator.start()
        // Whatever follows there, the answer is 200 and a configuration.
        let url = simulator.url + "/adobe-services/config/REF30?path="
        let places = Recorder<String>()
        let results = try await ConformanceRunner(target: .url(url, certificateAuthority: nil)).run([
            .make("1") { stage in places.add(stage.serviceProvider) }
        ])
        await simulator.stop()
        #expect(results.map(\.reason) == [nil])
        #expect(places.all == [url + "/adobe-services"])
    }

    @Test("A stage sets and removes the faults of its backend")
    func faults() async throws {
        let results = try await ConformanceRunner().run([
            .make("1") { stage in
                try stage.fail(.retrieveConfiguration, with: .status(503), times: 1)
                for status in [503, 200] {
                    let response = try await stage.network.send(.init(url: stage.serviceProvider + "/config/REF"))
                    try stage.expect(response.status, is: status, "status")
                }
                try stage.fail(.retrieveConfiguration, with: .failure(.internalError))
                try stage.heal(.retrieveConfiguration)
                let response = try await stage.network.send(.init(url: stage.serviceProvider + "/config/REF"))
                try stage.expect(response.status, is: 200, "status")
            }
        ])
        #expect(results.map(\.reason) == [nil])
    }

    @Test("A target that doesn't answer is reported before any scenario runs")
    func noTarget() async throws {
        // A port that no system gives out by itself: one that was free a moment ago may be another test's by now.
        await #expect(throws: (any Error).self) {
            try await ConformanceRunner(target: .url("http://127.0.0.1:1", certificateAuthority: nil)).run([.make("1")])
        }
    }

    @Test("The filters select scenarios, and progress is reported for each")
    func filters() async throws {
        let progress = Recorder<String>()
        let runner = ConformanceRunner(filters: [Glob("2*"), Glob("7")], parallel: 1)
        let results = try await runner.run(["1", "2", "27", "7", "77"].map { .make($0) }) {
            progress.add("\($0.finished)/\($0.total) \($0.last.number)")
        }
        #expect(results.map(\.number) == ["2", "27", "7"])
        #expect(progress.all == ["1/3 2", "2/3 27", "3/3 7"])
    }

    @Test("A milestone is reported for each tenth of a long run but the last, with the failures so far")
    func milestones() async throws {
        let milestones = Recorder<String>()
        let scenarios = (1...21).map { number in
            Scenario.make("\(number)") { _ in if number == 5 { throw Broken() } }
        }
        for part in [scenarios, Array(scenarios.prefix(19))] {
            _ = try await ConformanceRunner(parallel: 1).run(part) { progress in
                if let milestone = progress.milestone { milestones.add(milestone) }
            }
        }
        #expect(
            milestones.all == [
                "3 of 21", "5 of 21, 1 failed", "7 of 21, 1 failed", "9 of 21, 1 failed", "11 of 21, 1 failed",
                "13 of 21, 1 failed", "15 of 21, 1 failed", "17 of 21, 1 failed", "19 of 21, 1 failed",
            ])
    }

    @Test("Every scenario of the suite has a number of its own, in a known form, and says what it is about")
    func suite() {
        let numbers = ScenarioSuite.all.map(\.number)
        #expect(Set(numbers).count == numbers.count)
        for scenario in ScenarioSuite.all {
            #expect(scenario.number.wholeMatch(of: /[1-9][0-9]{0,2}[a-e]?/) != nil, "\(scenario.number)")
            let texts = [scenario.title, scenario.when, scenario.then, scenario.source]
            #expect(!texts.contains(""), "\(scenario.number)")
        }
    }
}
