public import AccessEnabler
public import PassHarness
public import PassSimulator

/// The backend that a test has for itself: a simulator, or a namespace in one.
///
/// ```swift
/// @Test(.simulator) func theViewerSignsIn() async throws {
///     let simulation = try Simulation.current
///     let app = MyApp(serviceProvider: simulation.serviceProvider)
///     // …
/// }
/// ```
public struct Simulation: Sendable {
    /// The namespace's name; `default` in a simulator of its own.
    public let name: String
    /// Where it is reached by plain HTTP, e.g. `http://127.0.0.1:49152/_ns/logs-in-1`.
    public let url: String
    /// The certificate to trust when it is reached by TLS, as PEM text.
    public let certificateAuthority: String

    /// The test that it was made for, as the test's framework names it.
    let title: String
    let embedded: SimulatedWorld?
    let recorder: RecordingTransport
    let end: @Sendable () async -> Void

    @TaskLocal static var running: Simulation?

    /// That of the test which is running: of `@Test(.simulator)` or `withSimulator`; a `SimulatorTestCase` has `simulation` instead.
    ///
    /// It belongs to the test's task and its children; detached tasks and threads of your own must be given it.
    ///
    /// - Throws: `SimulationError` when the test has none.
    public static var current: Simulation {
        get throws {
            guard let running else {
                throw SimulationError(
                    "This test has no simulator: write @Test(.simulator), or @Suite(.simulator) for all tests of a suite. "
                        + "A SimulatorTestCase of XCTest has it in its property `simulation`."
                )
            }
            return running
        }
    }

    /// What SDKs take as their service provider URL: `url` and `/adobe-services`.
    public var serviceProvider: String { url + "/adobe-services" }

    /// Its clock, configuration and faults.
    ///
    /// - Throws: `SimulationError` over the network, where only a simulator in this process can be changed.
    public var world: SimulatedWorld {
        get throws {
            guard let embedded else {
                throw SimulationError(
                    "The simulator at \(url) runs in another process, so that its clock, configuration and faults are out of "
                        + "reach. Use .own or .shared for this test.")
            }
            return embedded
        }
    }

    /// Sends requests on raw sockets, and recorded where the simulator is in another process.
    public var transport: any HTTPTransport { recorder }

    /// What was asked and answered, oldest first.
    ///
    /// In this process these are all exchanges, as the simulator saw them. Over the network they are those that were sent
    /// by `transport`, which tell no operation and carry the machine's time.
    public var exchanges: [RecordedExchange] { embedded?.exchanges ?? recorder.exchanges }

    /// Forgets them, so that `exchanges` and `expectCalled` tell of what follows only.
    public func clearExchanges() {
        embedded?.clearExchanges()
        recorder.clear()
    }

    /// A browser without a screen that logs in by itself, with cookies of its own.
    public func browser(user: String = "user", password: String = "password") -> HeadlessUserAgent {
        HeadlessUserAgent(transport: transport, credentials: .init(user, password))
    }
}
