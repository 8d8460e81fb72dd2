import AccessEnabler
import PassSimulator
import PassTesting
import Testing

/// Each test runs against a simulator in this process and against one that is reached by its address only.
@Suite("Control of a test's simulator")
struct SimulationControlTests {
    enum Place: CaseIterable {
        case own
        case shared
        case remote
    }

    @Test("A login expires when the clock is advanced", arguments: Place.allCases)
    func expires(place: Place) async throws {
        try await run(at: place) { simulation in
            let app = try await simulation.app()
            try await app.logIn()
            await app.expectLoggedIn()
            let before = try await simulation.clock.nowMillis
            try await simulation.clock.advance(by: .seconds(366 * 86_400))
            #expect(try await simulation.clock.nowMillis >= before + 366 * 86_400_000)
            await app.expectLoggedOut()
        }
    }

    @Test("A test with its own keys has tokens that are valid in no other test", arguments: Place.allCases)
    func ownKeys(place: Place) async throws {
        let host = try await Simulator.start()
        let places: [SimulatorPlace] =
            switch place {
            case .own: [.own.withOwnKeys(), .own]
            case .shared: [.shared.withOwnKeys(), .shared]
            case .remote: [.at(host.url).withOwnKeys(), .at(host.url)]
            }
        try await withSimulator(places[0], configuration: "{ ttl: { mediaSeconds: 60 } }") { mine in
            try await withSimulator(places[1]) { other in
                let app = try await mine.app()
                try await app.logIn()
                let token = try await app.mediaToken(for: "TEST_RESOURCE")
                #expect(try await other.verify(token, for: "TEST_RESOURCE").validity == .invalidSignature)
                #expect(try await mine.verify(token, for: "TEST_RESOURCE").validity == .validToken)
            }
        }
        await host.stop()
    }

    @Test("The clock is set, stops and goes on, for the app as well", arguments: Place.allCases)
    func clock(place: Place) async throws {
        try await run(at: place) { simulation in
            try await simulation.clock.freeze()
            try await simulation.clock.set(toMillis: 1_936_513_800_250)
            #expect(try await simulation.clock.nowMillis == 1_936_513_800_250)
            let device = simulation.platform().clock
            #expect(device.nowMillis == 1_936_513_800_250)
            try await simulation.clock.advance(by: .milliseconds(-250))
            #expect(device.nowMillis == 1_936_513_800_000)
            try await simulation.clock.resume()
            #expect(try await simulation.clock.nowMillis >= 1_936_513_800_000)
            #expect(device.nowMillis < 1_936_513_800_000 + 600_000)
        }
    }

    @Test("An alarm of the app rings when the clock is advanced to its time", arguments: Place.allCases)
    func alarm(place: Place) async throws {
        try await run(at: place) { simulation in
            let (rings, bell) = AsyncStream.makeStream(of: Void.self)
            let alarm = simulation.platform().clock.wake(afterMillis: 3_600_000) { bell.yield() }
            try await simulation.clock.advance(by: .seconds(3_600))
            for await _ in rings { break }
            alarm.cancel()
        }
    }

    @Test("A rule denies a resource, and the journal has the calls in their order", arguments: Place.allCases)
    func rule(place: Place) async throws {
        try await run(at: place) { simulation in
            try await simulation.fail(.authorizeDevice, of: "news*", with: .failure(.notAuthorized("Not today.")))
            let app = try await simulation.app()
            try await app.logIn()
            await app.expectDenied("news-1", saying: "Not today.")
            await app.expectAuthorized("sports")
            let journal = simulation.journal
            try await journal.expectCalled(.authorizeDevice, times: 2)
            try await journal.expectCalled(inOrder: [.retrieveConfiguration, .sessionDevice, .authorizeDevice])
            let calls = try await journal.exchanges(ExchangeQuery(operation: .authorizeDevice))
            #expect(calls.map(\.resources) == [["news-1"], ["sports"]])
            let rules = try await simulation.control.rules()
            #expect(calls.map(\.rules) == [rules.map(\.id), []] && rules.map(\.hits) == [1])
            try await journal.clear()
            try await journal.expectCalled(.authorizeDevice, times: 0)
        }
    }

    @Test(
        "A fault lasts for its calls, and a lasting one until another one replaces it or it is healed",
        arguments: Place.allCases)
    func faults(place: Place) async throws {
        try await run(at: place) { simulation in
            let asking = Asking(simulation: simulation)
            try await simulation.fail(.retrieveConfiguration, with: .status(503), times: 1)
            try await simulation.fail(.retrieveConfiguration, with: .status(500))
            try await simulation.fail(
                .retrieveConfiguration, with: .answer(status: 418, contentType: "text/plain", "x"))
            var statuses: [Int] = []
            for _ in 0..<3 { statuses.append(try await asking.configuration().status) }
            #expect(statuses == [503, 418, 418])
            try await simulation.failAll(with: .status(502))
            statuses.append(try await asking.configuration().status)
            try await simulation.heal(.retrieveConfiguration)
            statuses.append(try await asking.configuration().status)
            try await simulation.healAll()
            statuses.append(try await asking.configuration().status)
            #expect(statuses.suffix(3) == [418, 502, 200])
        }
    }

    @Test("A fault of all operations doesn't override a rule of a higher priority", arguments: Place.allCases)
    func priorities(place: Place) async throws {
        try await run(at: place) { simulation in
            try await simulation.control.addRule(ControlRule(.status(404)))
            try await simulation.failAll(with: .status(502))
            #expect(try await Asking(simulation: simulation).configuration().status == 404)
        }
    }

    @Test("A call that is missing or out of order is an issue that lists the calls", arguments: Place.allCases)
    func outOfOrder(place: Place) async throws {
        try await run(at: place) { simulation in
            _ = try await Asking(simulation: simulation).configuration()
            try await withKnownIssue {
                try await simulation.journal.expectCalled(inOrder: [.retrieveConfiguration, .authorizeDevice])
            } matching: { issue in
                issue.comments.first?.rawValue
                    == "AuthorizeDevice was expected after RetrieveConfiguration, but was not called. "
                    + "The calls were: RetrieveConfiguration."
            }
        }
    }

    @Test("A user logs in without a browser, for the code that a TV shows", arguments: Place.allCases)
    func login(place: Place) async throws {
        try await run(at: place) { simulation in
            let asking = Asking(simulation: simulation)
            let record = try await asking.registrationCode()
            let code = try #require(record.split(separator: "\"code\":\"").last?.prefix { $0 != "\"" })
            let login = try await simulation.logIn(at: .code(String(code)))
            #expect(login["user"] == "user" && login["mvpd"] == "Adobe")
            let answer = try await asking.post(
                "\(simulation.serviceProvider)/sessionDevice",
                ["requestor_id": "TEST_REQUESTOR", "device_id": "a-device", "reg_code": String(code)])
            #expect(answer.contains("<authnToken>"))
        }
    }

    /// Runs a test with a simulation of that place.
    private func run(at place: Place, _ body: (Simulation) async throws -> Void) async throws {
        switch place {
        case .own: try await withSimulator { try await body($0) }
        case .shared: try await withSimulator(.shared) { try await body($0) }
        case .remote:
            let simulator = try await Simulator.start()
            do {
                try await withSimulator(.at(simulator.url)) { try await body($0) }
            } catch {
                await simulator.stop()
                throw error
            }
            await simulator.stop()
        }
    }
}
