import PassCore
import PassSimulator
import PassTokens

/// `token inspect`: shows what any token says, and whether it can be trusted.
///
/// Unlike `token verify`, this command also reads tokens that are encoded or copied with the text around them, and the
/// vendor's printed listings. With `--url` the time is the simulator's; otherwise it is the setting `time`, or the
/// machine's time if that isn't set.
struct TokenInspectCommand: Command {
    static let manual = Manual(
        name: "token inspect", synopsis: "[TOKEN|-] [options]",
        summary: "Shows what a token says; exits with 0 if it is valid, else with 1.",
        text: """
            It may be an authN, authZ, media, access or ID token or a software statement, as it is, in base64, \
            percent-encoded, or escaped as in an answer. Without an argument the command reads it from standard input. \
            The command doesn't use up a media token, and checks neither earlier use nor logout. It uses this machine's \
            clock (or --time), or with --url the simulator's.
            """,
        options: TokenQuestion.options, operands: 1)

    private let question: TokenQuestion

    init(_ arguments: Arguments) throws {
        question = try TokenQuestion(arguments)
    }

    func run() async throws -> ExitStatus {
        guard let token = InspectedToken(Array(try question.token().utf8)) else {
            if question.wantsJSON { try Terminal.print(InspectionReport.unreadable) }
            Terminal.complain(
                "This is not a token: it has neither <signatureInfo> with a known element nor a JSON Web Token, even "
                    + "after base64, percent escapes and entities are decoded.")
            return .negative
        }
        let evidence = try TokenEvidence.find(question)
        let inspection = TokenInspector(keys: evidence.keys)
            .inspect(token, expecting: question.expectation, now: evidence.now)
        let report = InspectionReport(
            inspection: inspection, reasonWithoutKey: evidence.reasonWithoutKey,
            offsetMinutes: { LocalTime.offsetMinutes($0) })
        try Terminal.print(question.wantsJSON ? report.json : report.text)
        return inspection.isValid ? .success : .negative
    }
}
