import PassCore
import PassCrypto
import PassHTTP
import PassNetwork
import PassSimulator
import PassTokens

/// `token verify`: judges a media token as a programmer's server does.
///
/// Offline it needs the token key alone and can't tell whether the token was presented before; with `--url` the
/// simulator tells, and takes the token's one presentation.
struct TokenVerifyCommand: Command {
    static let manual = Manual(
        name: "token verify", synopsis: "[TOKEN|-] [options]",
        summary: "Exits with 0 if a media token is valid, else with 1, and tells what the token says.",
        text: """
            The token is taken as it was given out or in base64, from standard input where it isn't an argument. \
            Without --url, single use is not checked.
            """,
        options: [
            .init("--resource", value: "ID", "What is about to be streamed; it must be the token's resource."),
            .init("--requestor", value: "ID", "Whose token it must be."),
            .init("--key", value: "FILE", "The token key (PEM), instead of the data directory's."),
            .init("--url", value: "URL", "Ask this simulator, which checks single use too."),
            .init("--json", "Prints JSON."),
        ], operands: 1)

    private let arguments: Arguments
    private let configuration: Configuration

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        configuration = try Surroundings.configuration(arguments)
        guard !(arguments.has("--key") && arguments.has("--url")) else {
            throw CommandFailure(.badUsage, "--key and --url exclude each other: the simulator has its own key.")
        }
    }

    func run() async throws -> ExitStatus {
        let token = try self.token()
        let report = try arguments["--url"].map { try online(token, at: $0) } ?? offline(token)
        Terminal.print(arguments.has("--json") ? report.json : report.text)
        return report.isValid ? .good : .notSo
    }

    private func token() throws(CommandFailure) -> String {
        var text = arguments.operands.first ?? "-"
        if text == "-" {
            guard let bytes = Terminal.readAll() else {
                throw CommandFailure(.badUsage, "Standard input has more than a mebibyte; a token has less.")
            }
            text = String(decoding: bytes, as: UTF8.self)
        }
        let blanks: Set<Character> = [" ", "\t", "\n", "\r\n"]
        let start = text.drop { blanks.contains($0) }
        let end = start.lastIndex { !blanks.contains($0) }
        guard let end else { throw CommandFailure(.badUsage, "There is no token.") }
        return String(start[...end])
    }

    private func online(_ token: String, at url: String) throws -> VerificationReport {
        let remote = try RemoteSimulator(url: url, configuration: configuration, timeoutMilliseconds: 10_000)
        let body = JSONWriter.object { question in
            question.member("token", token)
            question.memberIfPresent("resource", arguments["--resource"])
            question.memberIfPresent("requestor", arguments["--requestor"])
        }
        let response: HTTPResponse
        do {
            response = try remote.send(
                .post, "/_sim/tokens/verify", fields: [.contentType: "application/json"], body: body)
        } catch {
            throw CommandFailure(.notSo, "\(remote.url) can't be asked: \(error.message)")
        }
        let answer = try? JSONValue.parse(response.body)
        guard response.status == .ok, let answer, let report = VerificationReport(answer) else {
            let reason = answer?["detail"]?.stringValue ?? "It answers \(response.status.code)."
            throw CommandFailure(.notSo, "\(remote.url) can't judge the token: \(reason)")
        }
        return report
    }

    private func offline(_ token: String) throws -> VerificationReport {
        let installed = configuration.dataDir.map { "\($0)/\(KeyStore.Name.token.file)" }
        guard let file = arguments["--key"] ?? configuration.keys.token ?? installed else {
            throw CommandFailure(
                .badUsage, "There is no data directory to take the token key from; name one with --key.")
        }
        let verifier: MediaTokenVerifier
        do {
            let pem = try FileSystem.read(file)
            let publicPEM = (try? RSAPrivateKey(pem: pem).publicKey.pem) ?? pem
            verifier = try MediaTokenVerifier(publicKeyPEM: publicPEM)
        } catch {
            throw CommandFailure(.badUsage, "The token key \(file) can't be used: \(error).")
        }
        let now = configuration.startTime ?? SystemWallClock().now()
        return VerificationReport(
            verifier.verify(token, resource: arguments["--resource"], requestor: arguments["--requestor"], now: now))
    }
}
