import PassCore
import PassCrypto
import PassHTTP
import PassNetwork
import PassSimulator
import PassTokens

/// The evidence that a token is judged by: the keys that were found, and the time.
struct TokenEvidence: Sendable {
    var keys: TokenKeyring
    var now: Timestamp
    /// A sentence that says why there is no token key; `nil` when there is one.
    var reasonWithoutKey: String?

    /// Collects the evidence from the simulator that `--url` names, or else from this machine's files and clock.
    static func find(_ question: TokenQuestion) throws -> TokenEvidence {
        try question.remote().map { try published($0, question.configuration) } ?? local(question)
    }

    /// Fetches the simulator's published keys, and the time of the World at the URL.
    private static func published(_ remote: RemoteSimulator, _ configuration: Configuration) throws -> TokenEvidence {
        var evidence = TokenEvidence(keys: TokenKeyring(), now: SystemWallClock().now())
        let places: [(name: String, entry: WritableKeyPath<TokenKeyring, TokenKeyring.Entry?>)] = [
            ("token", \.token), ("device", \.device), ("saml", \.saml),
        ]
        for (name, place) in places {
            let path = "/_sim/keys/\(name).pem"
            let response: HTTPResponse
            do {
                response = try remote.send(.get, path)
            } catch {
                throw CommandFailure(.negative, "\(remote.url) doesn't answer: \(error.message)")
            }
            guard response.status == .ok, let key = try? RSAPublicKey(pem: response.body) else {
                throw CommandFailure(.negative, "\(remote.url)\(path) is not a public key. Is this a pass-simulator?")
            }
            evidence.keys[keyPath: place] = .init("\(name) key of \(remote.url)", key)
            if let date = response.fields[.date], let now = CivilTime.timestamp(httpDate: date) { evidence.now = now }
        }
        evidence.keys.statements = try statements(configuration)
        return evidence
    }

    private static func local(_ question: TokenQuestion) throws -> TokenEvidence {
        let configuration = question.configuration
        var evidence = TokenEvidence(
            keys: TokenKeyring(statements: try statements(configuration)),
            now: configuration.startTime ?? SystemWallClock().now())
        if let file = question.arguments["--key"] ?? configuration.keys.token {
            let entry = TokenKeyring.Entry("key \(file)", try named(file))
            evidence.keys.token = entry
            if question.arguments.has("--key") {
                evidence.keys.saml = entry
                evidence.keys.statements = [entry]
            }
        } else if let file = installed(.token, configuration) {
            do {
                evidence.keys.token = .init("token key \(file)", try read(file))
            } catch {
                evidence.reasonWithoutKey = "the token key \(file) can't be used (\(error))"
            }
        } else {
            evidence.reasonWithoutKey = "there is no data directory with a token key"
        }
        evidence.keys.device = try companion(.device, configuration.keys.device, question)
        evidence.keys.saml = try companion(.saml, configuration.keys.saml, question) ?? evidence.keys.saml
        return evidence
    }

    /// Returns the device key or the SAML key, with which other parts of a token are checked.
    ///
    /// With `--key` the token may come from another installation, for which this installation's keys would give wrong
    /// results. In that case only a key that the configuration names is used.
    private static func companion(
        _ name: KeyStore.Name, _ configured: String?, _ question: TokenQuestion
    ) throws -> TokenKeyring.Entry? {
        if let configured { return .init("key \(configured)", try named(configured)) }
        guard !question.arguments.has("--key"), let file = installed(name, question.configuration),
            let key = try? read(file)
        else { return nil }
        return .init("\(name.rawValue) key \(file)", key)
    }

    private static func installed(_ name: KeyStore.Name, _ configuration: Configuration) -> String? {
        configuration.dataDir.map { "\($0)/\(name.file)" }
    }

    /// Reads a key that the user has named, and fails if it can't be read.
    private static func named(_ file: String) throws -> RSAPublicKey {
        do {
            return try read(file)
        } catch {
            throw CommandFailure(.badUsage, "The key \(file) can't be used: \(error).")
        }
    }

    /// Reads a public key from the file of either half of a key pair.
    private static func read(_ file: String) throws -> RSAPublicKey {
        let pem = try FileSystem.read(file)
        return try (try? RSAPrivateKey(pem: pem).publicKey) ?? RSAPublicKey(pem: pem)
    }

    private static func statements(_ configuration: Configuration) throws -> [TokenKeyring.Entry] {
        do {
            return try configuration.trustedStatementKeys()().map { .init("trusted software statement key", $0) }
        } catch {
            throw CommandFailure(.badUsage, "\(error)")
        }
    }
}
