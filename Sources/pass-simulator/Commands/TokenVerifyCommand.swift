import PassCore
import PassHTTP
import PassNetwork
import PassSimulator
import PassTokens

/// `token verify`: checks the exact bytes of a token. A media token is checked as on a programmer's server.
///
/// Offline the command needs only the token key, but can't tell whether a media token was presented before. With
/// `--url` it asks the simulator, which counts this as the single use that a media token allows.
struct TokenVerifyCommand: Command {
    static let manual = Manual(
        name: "token verify", synopsis: "[TOKEN|-] [options]",
        summary: "Exits with 0 if a token is valid, else with 1, and says why.",
        text: """
            The token must be as the service issued it, or in base64. Without an argument the command reads it from \
            standard input. With --url the command checks that a media token is unused, and uses it up. Without --url it \
            uses this machine's clock (or --time). It never checks for a logout.
            """,
        options: TokenQuestion.options, operands: 1)

    private let question: TokenQuestion

    init(_ arguments: Arguments) throws {
        question = try TokenQuestion(arguments)
    }

    func run() async throws -> ExitStatus {
        let token = try question.token()
        let report = try report(on: token)
        try Terminal.print(question.wantsJSON ? report.json : report.text)
        return report.isValid ? .success : .negative
    }

    private func report(on token: String) throws -> VerificationReport {
        let isMedia = InspectedToken(Array(token.utf8)).map { $0.kind == .media } ?? true
        // Media tokens name no device, so a check of the device always fails. In that case the token isn't sent to the
        // simulator, which would use it up.
        if isMedia, question.expectation.device == nil, let remote = try question.remote() {
            return try presented(token, to: remote)
        }
        let evidence = try TokenEvidence.find(question)
        let verdict = TokenVerifier(keys: evidence.keys)
            .verify(token, expecting: question.expectation, now: evidence.now)
        guard let verdict else {
            let reason = evidence.reasonWithoutKey ?? "there is no key for it"
            throw CommandFailure(
                .negative, "The signature can't be checked: \(reason). Name a key with --key or --url.")
        }
        return VerificationReport(verdict)
    }

    private func presented(_ token: String, to remote: RemoteSimulator) throws -> VerificationReport {
        let body = JSONWriter.object { body in
            body.member("token", token)
            body.memberIfPresent("resource", question.expectation.resource)
            body.memberIfPresent("requestor", question.expectation.requestor)
        }
        let response: HTTPResponse
        do {
            response = try remote.send(
                .post, "/_sim/tokens/verify", fields: [.contentType: "application/json"], body: body)
        } catch {
            throw CommandFailure(.negative, "\(remote.url) doesn't answer: \(error.message)")
        }
        let answer = try? JSONValue.parse(response.body)
        guard response.status == .ok, let answer, let report = VerificationReport(answer) else {
            let reason = answer?["detail"]?.stringValue ?? "It answered \(response.status.code)."
            throw CommandFailure(.negative, "\(remote.url) can't verify the token: \(reason)")
        }
        return report
    }
}
