import PassCore
import PassNetwork
import PassSimulator

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// `serve`: runs a simulator until a signal asks it to stop.
///
/// Standard output gets one line once a real flow would succeed. SIGTERM, SIGINT and SIGHUP let the requests in
/// progress finish within `limits.drainSeconds`; a second signal ends the process at once.
///
/// The ready file replaces that of an earlier run as soon as this run is ready. It isn't removed afterwards, so its
/// existence doesn't show that a simulator is running; look for the process whose ID is in the file.
struct ServeCommand: Command {
    static let manual = Manual(
        name: "serve", synopsis: "[options]", summary: "Serves until SIGTERM, SIGINT or SIGHUP.",
        text: "When the server is ready, it prints one line to standard output and writes the file of --ready-file.")

    private let configuration: Configuration

    static func prepare() { Simulator.prepare() }

    init(_ arguments: Arguments) throws {
        configuration = try CommandEnvironment.installedConfiguration(arguments)
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
        // The server goes on if the line can't be printed: a parent process that has closed standard output doesn't
        // wait for the line, but may still need the server.
        await Self.serve(
            simulator, signals, "pass-simulator ready: \(place.http) (also https, CA at \(place.certificateFile))")
        return .success
    }

    /// Prints a line, serves until a signal comes, and stops the simulator. A second signal ends the process.
    static func serve(_ simulator: Simulator, _ signals: StopSignals, _ line: String) async {
        try? Terminal.print(line + "\n")
        ProcessResources.releaseProgramPages()
        var arrivals = signals.arrivals.makeAsyncIterator()
        _ = await arrivals.next()
        let watch = Task {
            for await number in signals.arrivals { _exit(128 + number) }
        }
        await simulator.stop()
        watch.cancel()
    }

    /// Performs a step on the ready file, and names the file in the error if the step fails.
    private static func readyFile(_ path: String, _ use: () throws -> Void) throws {
        do {
            try use()
        } catch {
            throw CommandFailure(.couldNotStart, "The ready file \(path) can't be written: \(error).")
        }
    }
}

/// The addresses of a started simulator, for programs that wait for it.
struct SimulatorPlace: Sendable {
    let http: String
    let https: String
    /// The absolute path of the certificate authority's file.
    let certificateFile: String

    init(_ simulator: Simulator) {
        http = simulator.url
        https = simulator.httpsURL
        certificateFile = simulator.certificateAuthorityFile.map(FileSystem.absolute) ?? ""
    }

    /// The contents of the ready file.
    var json: [UInt8] {
        JSONWriter.object { place in
            place.member("pid", Int(getpid()))
            place.member("http", http)
            place.member("https", https)
            place.member("ca", certificateFile)
        } + [UInt8(ascii: "\n")]
    }
}
