import PassCore
import PassCrypto
import PassHTTP
import PassHarness
import PassNetwork
import PassSimulator

/// A simulator in another process, reached by its URL.
struct RemoteSimulator: Sendable {
    /// The simulator's URL, without a slash at its end; it may include a namespace.
    let url: String
    /// The transport for requests from asynchronous code, which must not block its thread.
    let transport: SocketTransport
    private let client: HTTPClient

    /// Prepares to connect to the simulator; no request is sent yet.
    ///
    /// - Parameter configuration: names the data directory with the certificate authority to trust, the one that this
    ///   machine's simulators use.
    /// - Throws: `CommandFailure` for text that isn't the URL of a simulator.
    init(url text: String, configuration: Configuration, timeoutMilliseconds: Int) throws {
        guard let uri = URIReference(text), let scheme = uri.scheme, scheme == "http" || scheme == "https",
            uri.host?.isEmpty == false, uri.query == nil
        else { throw CommandFailure(.badUsage, "--url must be an address such as http://127.0.0.1:8080.") }
        var url = Substring(text)
        while url.hasSuffix("/") { url.removeLast() }
        self.url = String(url)
        let certificates = scheme == "https" ? Self.certificates(configuration) : nil
        client = HTTPClient(trustedCertificatesPEM: certificates, timeoutMilliseconds: timeoutMilliseconds)
        transport = SocketTransport(
            certificateAuthority: certificates.map { String(decoding: $0, as: UTF8.self) },
            timeoutMilliseconds: timeoutMilliseconds)
    }

    func send(
        _ method: HTTPMethod, _ path: String, fields: HTTPFields = [:], body: [UInt8] = []
    ) throws(NetworkError) -> HTTPResponse {
        try client.send(method, url: url + path, fields: fields, body: body)
    }

    /// Returns the certificates to trust: those that `PASS_SIMULATOR_CA` names, or else those of the data directory.
    ///
    /// The result is `nil` if there are none; in that case only the system's certificates are trusted.
    private static func certificates(_ configuration: Configuration) -> [UInt8]? {
        let installed = configuration.dataDir.map { "\($0)/\(KeyStore.certificateFile)" }
        return (CommandEnvironment.environment["PASS_SIMULATOR_CA"] ?? installed).flatMap { try? FileSystem.read($0) }
    }
}
