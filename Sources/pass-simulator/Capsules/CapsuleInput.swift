import PassSimulator

/// A capsule that a command reads, with functions to start a simulator for it.
struct CapsuleInput: Sendable {
    /// The maximum size of a capsule, in bytes.
    static let longest = 64 << 20

    let capsule: Capsule

    /// Reads a file, or standard input for `-`.
    ///
    /// - Throws: `CommandFailure` for a file that can't be read or isn't a capsule.
    init(_ path: String) throws {
        try self.init(ControlInput.readFile(path, atMost: Self.longest), path)
    }

    /// Reads the content of a file.
    ///
    /// - Throws: `CommandFailure` for content that isn't a capsule.
    init(_ bytes: [UInt8], _ path: String) throws(CommandFailure) {
        do {
            capsule = try Capsule(bytes)
        } catch {
            throw CommandFailure(.badUsage, "\(ShownText.line(path)) isn't a capsule: \(error)")
        }
    }

    /// Returns the configuration of a simulator for the capsule.
    func configuration(_ arguments: Arguments) throws -> Configuration {
        try Self.configuration(arguments, exchanges: capsule.count * 2)
    }

    /// Returns the configuration of a simulator that stores nothing on a disk.
    ///
    /// - Parameter exchanges: the number of exchanges that the journal must have room for.
    static func configuration(_ arguments: Arguments, exchanges: Int) throws -> Configuration {
        var configuration = try CommandEnvironment.installedConfiguration(arguments) { demo in
            Configuration(demo: demo)
        }
        configuration.store = .memory
        configuration.seed = nil
        configuration.journal.exchanges = max(configuration.journal.exchanges, exchanges, 10_000)
        configuration.limits.bodyBytes = max(configuration.limits.bodyBytes, longest)
        return configuration
    }

    /// Starts a simulator and calls `body` with it, e.g. to play the capsule. If `body` throws, the simulator is
    /// stopped.
    ///
    /// - Throws: `SimulatorError` if the simulator can't start; `CommandFailure` if `body` throws.
    func start<Value>(
        _ configuration: Configuration, _ body: (Simulator) throws -> Value
    ) async throws -> (simulator: Simulator, value: Value) {
        let simulator = try await Simulator.start(configuration)
        do {
            return (simulator, try body(simulator))
        } catch {
            await simulator.stop()
            throw CommandFailure(.badUsage, "The state of the capsule can't be restored: \(error)")
        }
    }

    /// Returns the address of the dashboard that shows the capsule's namespace.
    func dashboard(of simulator: Simulator) -> String {
        simulator.url + capsule.path + "/_sim/"
    }
}
