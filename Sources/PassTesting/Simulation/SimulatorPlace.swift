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
    /// Whether the tests' Worlds have keys of their own.
    private(set) var hasOwnKeys = false

    private init(choice: Choice) { self.choice = choice }

    /// A separate simulator for each test, in this process: the demo world on a free port, with nothing on disk.
    ///
    /// Such a simulator starts in milliseconds.
    public static let own = SimulatorPlace(choice: .own(Configuration()))

    /// Returns the place `own` with settings of the simulator as a whole: limits, a seed, keys of your own.
    public static func own(_ configuration: Configuration) -> SimulatorPlace {
        SimulatorPlace(choice: .own(configuration))
    }

    /// A simulator of this process that all tests share, with a namespace of its own for each test.
    ///
    /// The simulator starts when the first test needs it. Namespaces are isolated from each other, but share the keys
    /// (see `withOwnKeys()`) and the address. A simulator has at most 10,000 namespaces.
    public static let shared = SimulatorPlace(choice: .shared)

    /// Returns a place in a simulator that runs elsewhere, with a namespace of its own for each test.
    ///
    /// - Parameter url: the simulator's address over plain HTTP, e.g. `http://127.0.0.1:8080`.
    public static func at(_ url: String) -> SimulatorPlace {
        SimulatorPlace(choice: .remote(url: url))
    }

    /// The simulator that the environment variable `PASS_SIMULATOR_URL` names, with a namespace of its own for each
    /// test.
    ///
    /// `pass-simulator exec -- swift test` sets that variable.
    public static let environment = SimulatorPlace(choice: .environment)

    /// Returns this place with keys of its own for each test: token, device and SAML keys, and a sealing key.
    ///
    /// Without this, the tests of a place share their keys, so a token of one test is valid in another. Making keys
    /// takes a few tenths of a second for each test.
    public func withOwnKeys() -> SimulatorPlace {
        var place = self
        place.hasOwnKeys = true
        return place
    }
}
