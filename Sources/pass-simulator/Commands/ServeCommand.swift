import PassCore
import PassSimulator

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// `serve`: runs a simulator until a signal asks it to stop.
///
/// Standard output gets one line, when a real flow would succeed. SIGTERM, SIGINT and SIGHUP let requests under way end,
/// within `limits.drainSeconds`; a second one ends the process at once. The ready file replaces that of an earlier run when
/// this one is ready and stays behind, so its existence alone doesn't tell that a simulator runs; its process ID does.
struct ServeCommand: Command {
    static let manual = Manual(
        name: "serve", synopsis: "[options]", summary: "Serves until SIGTERM, SIGINT or SIGHUP.",
        text: "When it is ready, standard output gets one line and --ready-file a file.")

    private let configuration: Configuration

    init(_ arguments: Arguments) throws {
        configuration = try Surroundings.installedConfiguration(arguments)
    }

    func run() async throws -> ExitStatus {
        let signals = try StopSignals()
        if let file = configuration.readyFile {
            try Self.readyFile(file) { try FileSystem.requireReplaceable(file) }
        }
        let simulator = try await Simulator.start(configuration)
        let place = SimulatorPlace(simulator)
        if let file = configuration.readyFile {
            do {
                try Self.readyFile(file) { try FileSystem.publish(place.json, at: file) }
            } catch {
                await simulator.stop()
                throw error
            }
        }
        // Whoever closed standard output doesn't wait for this line, and may still want the server.
        try? Terminal.print("pass-simulator ready: \(place.http) (also https, CA at \(place.certificateFile))\n")
        var arrivals = signals.arrivals.makeAsyncIterator()
        _ = await arrivals.next()
        let watch = Task {
            for await number in signals.arrivals { _exit(128 + number) }
        }
        await simulator.stop()
        watch.cancel()
        return .good
    }

    private static func readyFile(_ path: String, _ use: () throws -> Void) throws {
        do {
            try use()
        } catch {
            throw CommandFailure(.couldNotStart, "The ready file \(path) can't be written: \(error).")
        }
    }
}

/// Where a started simulator is, for those who wait for it.
struct SimulatorPlace: Sendable {
    let http: String
    let https: String
    /// From the root.
    let certificateFile: String

    init(_ simulator: Simulator) {
        http = simulator.url
        https = simulator.httpsURL
        certificateFile = simulator.certificateAuthorityFile.map(FileSystem.absolute) ?? ""
    }

    /// What the ready file holds.
    var json: [UInt8] {
        JSONWriter.object { place in
            place.member("pid", getpid())
            place.member("http", http)
            place.member("https", https)
            place.member("ca", certificateFile)
        } + [UInt8(ascii: "\n")]
    }
}
