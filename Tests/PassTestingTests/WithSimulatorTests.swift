import AccessEnabler
import PassSimulator
import PassTesting
import Testing

@Suite("withSimulator")
struct WithSimulatorTests {
    @Test("The simulator answers until the closure ends, and not after it") func timeToLive() async throws {
        let simulation = try await withSimulator { simulation in
            #expect(try await Asking(simulation: simulation).configuration().status == 200)
            let current = try Simulation.current
            #expect(current.url == simulation.url)
            return simulation
        }
        await #expect(throws: AccessEnabler.TransportError.self) {
            try await Asking(simulation: simulation).configuration()
        }
    }

    @Test("An invalid configuration is refused with the nearest name") func badConfiguration() async {
        let error = await #expect(throws: ConfigurationError.self) {
            try await withSimulator(configuration: "{ unknownRequestor: 'refuse' }") { _ in }
        }
        #expect(error?.message.contains("unknownRequestors") == true)
    }

    @Test("Settings of the simulator as a whole go into a custom configuration") func ownConfiguration()
        async throws
    {
        var configuration = Configuration()
        configuration.journalExchanges = 1
        try await withSimulator(.own(configuration)) { simulation in
            let asking = Asking(simulation: simulation)
            _ = try await asking.configuration(of: "A")
            _ = try await asking.configuration(of: "B")
            #expect(simulation.exchanges.map(\.path) == ["/adobe-services/config/B"])
        }
    }

    @Test("In another process's simulator a test has its own namespace, which ends with the test") func remote()
        async throws
    {
        try await withSimulator { host in
            try await withSimulator(.at(host.url)) { simulation in
                #expect(simulation.url == "\(host.url)/_ns/\(simulation.name)")
                #expect(simulation.certificateAuthority == host.certificateAuthority)
                let asking = Asking(simulation: simulation)
                #expect(try await asking.configuration(of: "A").status == 200)
                #expect(simulation.exchanges.map(\.path) == ["/adobe-services/config/A"])
                #expect(simulation.exchanges.map(\.namespace) == [simulation.name])
                let error = #expect(throws: SimulationError.self) { _ = try simulation.world }
                #expect(error?.message.contains("another process") == true)
                simulation.clearExchanges()
                #expect(simulation.exchanges.isEmpty)
                let verdict = try await simulation.verify("no token", for: "news")
                #expect(verdict.validity == .invalidTokenFormat)
            }
            let namespaces = try await SimulatorControlClient(url: host.url).namespaces()
            #expect(namespaces.map(\.name) == ["default"])
        }
    }

    @Test("Another process's simulator accepts a configuration, and names the setting that it refuses")
    func remoteConfiguration()
        async throws
    {
        try await withSimulator { host in
            try await withSimulator(.at(host.url + "/"), configuration: "{ unknownRequestors: 'refuse' } // JSON5") {
                simulation in
                let asking = Asking(simulation: simulation)
                let (unknown, known) = (try await asking.configuration(of: "NOBODY"), try await asking.configuration())
                #expect(unknown.status != 200 && known.status == 200)
            }
            let error = await #expect(throws: SimulationError.self) {
                try await withSimulator(.at(host.url), configuration: "{ unknownRequestor: 'refuse' }") { _ in }
            }
            #expect(error?.message.contains("unknownRequestors") == true)
        }
    }

    @Test("If no simulator answers, the error says so") func nobody() async throws {
        // No simulator of another test can have this port: an ephemeral one is never that low.
        let url = "http://127.0.0.1:1"
        let error = await #expect(throws: SimulationError.self) { try await withSimulator(.at(url)) { _ in } }
        #expect(error?.message.hasPrefix("No simulator answers at \(url)") == true)
    }
}
