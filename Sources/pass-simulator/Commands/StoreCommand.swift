import PassCore
import PassSimulator

/// `store`: checks or compacts a store, or moves a namespace's state between it and a snapshot.
struct StoreCommand: Command {
    static let manual = Manual(
        name: "store", synopsis: "check STORE|compact FILE|export STORE SNAPSHOT|import STORE SNAPSHOT [options]",
        summary: "Checks or compacts a store, or moves a namespace between it and a snapshot.",
        text: """
            STORE is the file of `serve --store sqlite:FILE`, or a database as in `serve --store redis://HOST:PORT/DB` \
            or redis+sentinel://HOST:PORT,HOST:PORT/NAME/DB. \
            check reads all of it, also while a simulator uses it, and exits with 1 if it is damaged. The other commands \
            need a file that no simulator uses; a database may be in use. compact frees the disk space that removed \
            records took in a file. export writes the state of a namespace in the form of `snapshot save`, and import \
            restores such a file, with the configuration that `serve` would use with the same options; - stands for \
            standard output or input.
            """,
        options: [
            .init("--namespace", value: "NAME", "The namespace to export or import. The default is default."),
            .init(
                "--any-keys",
                "With import: restores the state even if the keys differ. Tokens issued earlier are then refused."),
        ], operands: 3)

    /// The maximum size of a snapshot, in bytes.
    private static let longestSnapshot = 64 << 20

    private let verb: String
    private let file: String
    /// The path of the snapshot's file; empty for `check` and `compact`.
    private let snapshot: String
    private let content: [UInt8]
    private let namespace: String
    private let takesAnyKeys: Bool
    private let configuration: Configuration

    init(_ arguments: Arguments) throws {
        let words = try ControlWords(
            arguments.operands, of: Self.manual, default: nil,
            verbs: [
                "check": ["STORE"], "compact": ["FILE"], "export": ["STORE", "SNAPSHOT"],
                "import": ["STORE", "SNAPSHOT"],
            ])
        verb = words.verb
        file = words.operands[0]
        snapshot = words.operands.count > 1 ? words.operands[1] : ""
        content = verb == "import" ? try ControlInput.readFile(snapshot, atMost: Self.longestSnapshot) : []
        namespace = arguments["--namespace"] ?? "default"
        takesAnyKeys = arguments.has("--any-keys")
        let database = Configuration.RedisDatabase(file)
        guard database == nil || verb != "compact" else {
            throw CommandFailure(.badUsage, "A database has no file to compact: its server frees what is removed.")
        }
        // Neither checking nor compacting a file needs settings.
        var configuration =
            snapshot.isEmpty && database == nil
            ? Configuration() : try CommandEnvironment.installedConfiguration(arguments)
        configuration.listen = Configuration().listen
        configuration.log = .off
        configuration.limits.bodyBytes = Self.longestSnapshot
        configuration.admin.token = nil
        configuration.store = database.map { .redis($0) } ?? .sqlite(file: file)
        self.configuration = configuration
    }

    func run() async throws -> ExitStatus {
        switch verb {
        case "check": return try check()
        case "compact":
            let (before, after) = try StoreMaintenance.compact(file)
            try Terminal.print("\(file): \(before) bytes before, \(after) now.\n")
            return .success
        case "export":
            try requireSource()
            try ControlInput.write(try await exportedState(), to: snapshot, isSecret: true)
            return .success
        default:
            let target = "/_sim/snapshot" + (takesAnyKeys ? "?keys=any" : "")
            _ = try await withSimulator {
                try Self.answer(of: $0, SimulatorRequest("PUT", target, fields: fields, body: content))
            }
            return .success
        }
    }

    /// Requires that the store exists and isn't the file to write, before anything is written.
    private func requireSource() throws {
        guard case .sqlite = configuration.store else { return }
        guard FileSystem.exists(file) else { throw CommandFailure(.badUsage, "There is no store \(file).") }
        guard !FileSystem.isSame(file, snapshot) else {
            throw CommandFailure(.badUsage, "The snapshot would replace the store: name another file.")
        }
    }

    private var fields: [SimulatorRequest.Field] { [("X-Pass-Namespace", namespace)] }

    /// The store's name for messages, without a password.
    private var name: String {
        if case .redis(let database) = configuration.store { database.name } else { file }
    }

    private func check() throws -> ExitStatus {
        let (isSound, lines) = try StoreMaintenance.check(configuration)
        for line in lines { try Terminal.print(ShownText.line(line) + "\n") }
        try Terminal.print("\(name) is \(isSound ? "sound" : "damaged").\n")
        return isSound ? .success : .negative
    }

    /// Returns the state of the namespace to export.
    ///
    /// A request for the state of a namespace creates the namespace, so the namespaces of the store are listed first.
    private func exportedState() async throws -> [UInt8] {
        try await withSimulator { simulator in
            let list = try JSONValue.parse(Self.answer(of: simulator, SimulatorRequest("GET", "/_sim/namespaces")))
            guard list["namespaces"]?.arrayValue?.contains(where: { $0["name"] == .string(namespace) }) == true else {
                throw CommandFailure(
                    .negative, "\(ShownText.line(name)) has no namespace \(ShownText.line(namespace)).")
            }
            return try Self.answer(of: simulator, SimulatorRequest("GET", "/_sim/snapshot", fields: fields))
        }
    }

    /// Calls `work` with a simulator that uses the store, and stops the simulator afterwards.
    ///
    /// - Throws: `SimulatorError` if the simulator can't start, or what `work` throws.
    private func withSimulator<Result>(_ work: (Simulator) throws -> Result) async throws -> Result {
        let simulator = try await Simulator.start(configuration)
        let result = Swift.Result { try work(simulator) }
        await simulator.stop()
        return try result.get()
    }

    /// Returns the body of the simulator's answer to a request.
    ///
    /// - Throws: `CommandFailure` for a refusal.
    private static func answer(of simulator: Simulator, _ request: SimulatorRequest) throws -> [UInt8] {
        let answer = simulator.respond(to: request)
        guard (200..<300).contains(answer.status) else {
            let problem = try? JSONValue.parse(answer.body)
            let reason = problem?["detail"]?.stringValue ?? "The simulator answers with the status \(answer.status)."
            throw CommandFailure(.negative, ShownText.line(reason.replacing("?keys=any", with: "--any-keys")))
        }
        return answer.body
    }
}
