import AccessEnabler
import FoundationEssentials
import PassCore
import PassHarness
import PassSimulator

extension Simulation {
    /// Starts a test's simulator or namespace, and configures it.
    ///
    /// - Parameters:
    ///   - configuration: settings in the form of a configuration file, which override those of the simulator.
    ///   - title: the test's name, from which the names of its namespace and files are made.
    /// - Throws: `ConfigurationError`, `SimulatorError`, and `SimulationError` if a simulator can't be reached or
    ///   changed.
    static func start(_ place: SimulatorPlace, configuration: String?, title: String) async throws -> Simulation {
        switch place.choice {
        case .own(let settings):
            let simulator = try await Simulator.start(settings)
            do {
                if place.hasOwnKeys { try simulator.world.useOwnKeys() }
                if let configuration { try simulator.world.configure(configuration) }
            } catch {
                await simulator.stop()
                throw error
            }
            return Simulation(simulator, simulator.world, title: title) { await simulator.stop() }
        case .shared:
            let simulator = try await SharedSimulator.get()
            let world = try simulator.world(named: NamespaceTitle.next(title))
            do {
                if place.hasOwnKeys { try world.useOwnKeys() }
                if let configuration { try world.configure(configuration) }
            } catch {
                world.reset()
                throw error
            }
            // The exchanges of a finished test may take a megabyte, and no other code needs them.
            return Simulation(simulator, world, title: title) { world.reset() }
        case .remote(let url): return try await remote(url, place, configuration: configuration, title: title)
        case .environment:
            guard let url = ProcessInfo.processInfo.environment["PASS_SIMULATOR_URL"], !url.isEmpty else {
                throw SimulationError(
                    "PASS_SIMULATOR_URL isn't set: run the tests with `pass-simulator exec -- swift test`, or set it to the "
                        + "address of a running simulator.")
            }
            return try await remote(url, place, configuration: configuration, title: title)
        }
    }

    private init(
        _ simulator: Simulator, _ world: SimulatedWorld, title: String, end: @escaping @Sendable () async -> Void
    ) {
        self.title = title
        name = world.name
        url = world.url
        certificateAuthority = simulator.certificateAuthority
        testWorld = .embedded(world)
        recorder = RecordingTransport(SocketTransport(certificateAuthority: certificateAuthority), capacity: 0)
        self.end = end
    }

    /// Creates a namespace, in a simulator in another process, that is removed when the test ends.
    private static func remote(
        _ address: String, _ place: SimulatorPlace, configuration: String?, title: String
    ) async throws -> Simulation {
        let name = NamespaceTitle.next(title, isUniqueEverywhere: true)
        let address = address.hasSuffix("/") ? String(address.dropLast()) : address
        let url = "\(address)/_ns/\(name)"
        let answer: TransportResponse
        do {
            answer = try await SocketTransport(timeoutMilliseconds: 10_000)
                .send(TransportRequest(url: address + "/_sim/ca.pem"))
        } catch {
            throw SimulationError("No simulator answers at \(address): \(error)")
        }
        guard answer.status == 200 else {
            let text = String(decoding: answer.body.prefix(1_000), as: UTF8.self)
            throw SimulationError(
                "The server at \(address) isn't a simulator, or refuses this host name: it answered \(answer.status). \(text)"
            )
        }
        let simulator = SimulatorControlClient(url: address)
        do {
            try await simulator.createNamespace(
                name, configuration.map { .configuration($0) } ?? .startUp, idleSeconds: longestIdle,
                keys: place.hasOwnKeys ? .own : nil)
        } catch let error as ControlError {
            throw SimulationError("The simulator at \(address) can't create a namespace for the test: \(error)")
        }
        return Simulation(
            name: name, url: url, certificateAuthority: String(decoding: answer.body, as: UTF8.self), title: title
        ) {
            // The namespace or the whole simulator may be gone already. The test needs neither any more.
            try? await simulator.removeNamespace(name)
        }
    }

    /// The time without requests after which the simulator removes a namespace, in seconds, in case the test can't
    /// remove it.
    private static let longestIdle = 3_600

    private init(
        name: String, url: String, certificateAuthority: String, title: String,
        end: @escaping @Sendable () async -> Void
    ) {
        self.title = title
        self.name = name
        self.url = url
        self.certificateAuthority = certificateAuthority
        testWorld = .remote(RemoteWorld(SimulatorControlClient(url: url)))
        recorder = RecordingTransport(SocketTransport(certificateAuthority: certificateAuthority), capacity: 500)
        self.end = end
    }
}

/// The simulator of this process that tests share, which runs until the process ends.
private enum SharedSimulator {
    private static let start = Task { try await Simulator.start() }

    static func get() async throws -> Simulator { try await start.value }
}

/// A source of namespace names, each of which contains the test's title.
private enum NamespaceTitle {
    private static let count = Guarded(0)

    /// Returns a different name at each call, e.g. `logs-in-3`.
    ///
    /// - Parameter isUniqueEverywhere: whether the name must also differ from other processes' names.
    static func next(_ title: String, isUniqueEverywhere: Bool = false) -> String {
        let number = count.withLock { count in
            count += 1
            return count
        }
        var name = ""
        for byte in title.lowercased().utf8 where name.utf8.count < 30 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                name.unicodeScalars.append(Unicode.Scalar(byte))
            default: if !name.isEmpty, !name.hasSuffix("-") { name += "-" }
            }
        }
        if name.isEmpty { name = "test" }
        if !name.hasSuffix("-") { name += "-" }
        guard isUniqueEverywhere else { return name + String(number) }
        // Other processes may use the same simulator, so a number could repeat.
        return name + String(UInt64.random(in: .min ... .max), radix: 36)
    }
}
