public import PassSimulator

/// The place of a test's simulator, and how much of that simulator belongs to the test.
public struct SimulatorPlace: Sendable {
    enum Choice: Sendable {
        case own(Configuration)
        case shared
        case remote(url: String)
        case environment
    }

    let choice: Choice

    /// A simulator of its own for each test in this process: the demo world on a free port, with nothing on disk.
    ///
    /// It starts in milliseconds.
    public static let own = SimulatorPlace(choice: .own(Configuration()))

    /// Returns the place `own` with settings of the simulator as a whole: limits, a seed, keys of your own.
    public static func own(_ configuration: Configuration) -> SimulatorPlace {
        SimulatorPlace(choice: .own(configuration))
    }

    /// A namespace of its own for each test in one simulator of this process.
    ///
    /// The simulator starts when the first test needs it. Namespaces are isolated from each other, but share the keys
    /// and the address. A simulator has at most 10,000.
    public static let shared = SimulatorPlace(choice: .shared)

    /// Returns the place of a namespace for each test in a simulator that runs elsewhere.
    ///
    /// - Parameter url: the simulator's address over plain HTTP, e.g. `http://127.0.0.1:8080`.
    public static func at(_ url: String) -> SimulatorPlace {
        SimulatorPlace(choice: .remote(url: url))
    }

    /// A namespace of its own for each test in the simulator that `PASS_SIMULATOR_URL` names.
    ///
    /// `pass-simulator exec -- swift test` sets that variable.
    public static let environment = SimulatorPlace(choice: .environment)
}
