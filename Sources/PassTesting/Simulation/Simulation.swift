public import AccessEnabler
public import PassHarness
public import PassSimulator

/// The backend of one test: a simulator of its own, or a namespace in a shared one.
///
/// ```swift
/// @Test(.simulator) func theViewerSignsIn() async throws {
///     let simulation = try Simulation.current
///     let app = MyApp(serviceProvider: simulation.serviceProvider)
///     // …
/// }
/// ```
public struct Simulation: Sendable {
    /// The namespace's name; `default` in a simulator that belongs to the test.
    public let name: String
    /// The backend's URL for plain HTTP, e.g. `http://127.0.0.1:49152/_ns/logs-in-1`.
    public let url: String
    /// The certificate to trust for connections over TLS, as PEM text.
    public let certificateAuthority: String

    /// The test's name in its framework.
    let title: String
    /// The World behind the backend.
    let testWorld: TestWorld
    /// The transport to the backend, which records exchanges if the simulator is in another process.
    let recorder: RecordingTransport
    /// Called when the test ends, to stop or reset the backend.
    let end: @Sendable () async -> Void

    /// The simulation of the current task, set by `.simulator` and `withSimulator`.
    @TaskLocal static var running: Simulation?

    /// The simulation of the running test, if the test uses `@Test(.simulator)` or `withSimulator`.
    ///
    /// In a `SimulatorTestCase`, use its property `simulation` instead. The value is visible only in the test's task
    /// and its child tasks; pass it to detached tasks and to threads of your own.
    ///
    /// - Throws: `SimulationError` if the running test has no simulation.
    public static var current: Simulation {
        get throws {
            guard let running else {
                throw SimulationError(
                    "This test has no simulator: write @Test(.simulator), or @Suite(.simulator) for all tests of a suite. "
                        + "With XCTest, subclass SimulatorTestCase and use its property `simulation`."
                )
            }
            return running
        }
    }

    /// The service provider URL for SDKs: `url` followed by `/adobe-services`.
    public var serviceProvider: String { url + "/adobe-services" }

    /// The World in this process; `nil` over the network.
    var embedded: SimulatedWorld? { testWorld.embedded }

    /// The World in this process, whose functions aren't `async`.
    ///
    /// Over the network, use `clock`, `fail(_:of:with:times:)`, `journal` and `control`, which work for every
    /// simulator.
    ///
    /// - Throws: `SimulationError` over the network.
    public var world: SimulatedWorld {
        get throws {
            guard let embedded else {
                throw SimulationError(
                    "The simulator at \(url) runs in another process, where a test has no SimulatedWorld. Use "
                        + "simulation.clock, .fail, .journal and .control, which work for every simulator.")
            }
            return embedded
        }
    }

    /// The transport to the backend on raw sockets, which records exchanges if the simulator is in another process.
    public var transport: any HTTPTransport { recorder }

    /// The recorded exchanges, oldest first.
    ///
    /// For a simulator in this process the list has all exchanges, as the simulator saw them. Over the network it has
    /// the last 500 that were sent through `transport`. Their `operation` is `nil`, and their time is the machine's.
    public var exchanges: [RecordedExchange] { embedded?.exchanges ?? recorder.exchanges }

    /// Deletes the recorded exchanges, so that `exchanges` and `expectCalled` cover only later ones.
    public func clearExchanges() {
        embedded?.clearExchanges()
        recorder.clear()
    }

    /// Returns a headless browser that fills in login pages by itself and has its own cookies.
    public func browser(user: String = "user", password: String = "password") -> HeadlessUserAgent {
        HeadlessUserAgent(transport: transport, credentials: .init(user, password))
    }
}
