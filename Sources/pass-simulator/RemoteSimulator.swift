import PassCore
import PassCrypto
import PassHTTP
import PassNetwork
import PassSimulator

/// A simulator that runs in another process, reached by its URL.
struct RemoteSimulator: Sendable {
    /// Without a slash at its end; it may lead into a namespace.
    let url: String
    private let client: HTTPClient

    /// - Parameter configuration: says where the certificate authority of this machine's simulator is kept, to trust it.
    /// - Throws: `CommandFailure` for text that is no such URL.
    init(url text: String, configuration: Configuration, timeoutMilliseconds: Int) throws {
        guard let uri = URIReference(text), let scheme = uri.scheme, scheme == "http" || scheme == "https",
            uri.host?.isEmpty == false, uri.query == nil
        else { throw CommandFailure(.badUsage, "--url must be an address such as http://127.0.0.1:8080.") }
        var url = Substring(text)
        while url.hasSuffix("/") { url.removeLast() }
        self.url = String(url)
        client = HTTPClient(
            trustedCertificatesPEM: scheme == "https" ? Self.certificates(configuration) : nil,
            timeoutMilliseconds: timeoutMilliseconds)
    }

    func send(
        _ method: HTTPMethod, _ path: String, fields: HTTPFields = [:], body: [UInt8] = []
    ) throws(NetworkError) -> HTTPResponse {
        try client.send(method, url: url + path, fields: fields, body: body)
    }

    /// The authority that `PASS_SIMULATOR_CA` names, else that of the data directory, else none but the system's.
    private static func certificates(_ configuration: Configuration) -> [UInt8]? {
        let installed = configuration.dataDir.map { "\($0)/\(KeyStore.certificateFile)" }
        return (Surroundings.environment["PASS_SIMULATOR_CA"] ?? installed).flatMap { try? FileSystem.read($0) }
    }
}
