public import PassSimulator

/// Where the simulator of a test is, and how much of it belongs to the test.
public struct SimulatorPlace: Sendable {
    enum Choice: Sendable {
        case own(Configuration)
        case shared
        case remote(url: String)
        case environment
    }

    let choice: Choice

    /// A simulator of its own in this process: the demo world on a free port, with nothing on disk. It starts in milliseconds.
    public static let own = SimulatorPlace(choice: .own(Configuration()))

    /// The same with settings of the simulator as a whole: limits, a seed, keys of your own.
    public static func own(_ configuration: Configuration) -> SimulatorPlace {
        SimulatorPlace(choice: .own(configuration))
    }

    /// A namespace of its own in the one simulator of this process, which starts when the first test wants it.
    ///
    /// Namespaces don't know of each other; keys and the address are shared. A simulator has at most 10,000.
    public static let shared = SimulatorPlace(choice: .shared)

    /// A namespace of its own in a simulator that runs elsewhere.
    ///
    /// - Parameter url: where it is, e.g. `http://127.0.0.1:8080`, over plain HTTP.
    public static func at(_ url: String) -> SimulatorPlace {
        SimulatorPlace(choice: .remote(url: url))
    }

    /// The same in the simulator that `PASS_SIMULATOR_URL` names, as `pass-simulator exec -- swift test` sets it.
    public static let environment = SimulatorPlace(choice: .environment)
}
