import PassCore
import PassCrypto
import PassSimulator

/// `ca`: prints the certificate that clients must trust to speak TLS with this machine's simulators.
struct CertificateCommand: Command {
    static let manual = Manual(
        name: "ca", synopsis: "[--file] [options]", summary: "Prints the certificate that clients must trust (PEM).",
        text: """
            The command makes keys that are missing in the data directory. Like `serve`, it replaces a certificate that \
            doesn't vouch for a configured host, or that vouches for every host, as certificates of earlier versions do. \
            The new certificate has the same name and key.
            """,
        options: [
            .init("--file", "Prints the name of the file instead, as in: curl --cacert $(pass-simulator ca --file).")
        ])

    private let configuration: Configuration
    private let printsFile: Bool

    init(_ arguments: Arguments) throws {
        configuration = try CommandEnvironment.installedConfiguration(arguments)
        printsFile = arguments.has("--file")
    }

    func run() async throws -> ExitStatus {
        let directory = configuration.dataDir ?? ""
        var overrides: [KeyStore.Name: String] = [:]
        overrides[.authority] = configuration.keys.authority
        let keys = try KeyStore.open(
            directory: directory, overrides: overrides, hosts: configuration.certificateHosts,
            now: SystemWallClock().now())
        if let notice = keys.notice { Terminal.complain(notice) }
        let file = FileSystem.absolute("\(directory)/\(KeyStore.certificateFile)")
        try Terminal.print(printsFile ? file + "\n" : String(decoding: keys.authority.certificatePEM, as: UTF8.self))
        return .success
    }
}
