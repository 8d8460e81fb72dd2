import PassSimulator

/// `hosts`: prints lines for `/etc/hosts`, for clients whose host names can't be configured.
struct HostsCommand: Command {
    static let manual = Manual(
        name: "hosts", synopsis: "[options]",
        summary:
            "Prints lines for /etc/hosts that point the service's hosts, the MVPDs' hosts and the landing hosts to it.",
        text: "Clients then connect to port 443, so let the simulator listen there: --listen 127.0.0.1:443.")

    private let configuration: Configuration

    init(_ arguments: Arguments) throws {
        configuration = try CommandEnvironment.configuration(arguments)
    }

    func run() async throws -> ExitStatus {
        let address = configuration.localAddress
        try Terminal.print(configuration.spoofedHosts.map { "\(address) \($0)\n" }.joined())
        return .success
    }
}
