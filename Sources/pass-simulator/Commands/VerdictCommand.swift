import PassHarness
import PassSimulator

/// `verdict`: judges the client in a journal by the vendor's published rules.
struct VerdictCommand: Command {
    static let manual = Manual(
        name: "verdict", synopsis: "[options]",
        summary: "Says whether the requests so far obey the rules that the vendor publishes for clients.",
        text: """
            Each broken rule is shown with the requests that break it and with what to do. A rule that applies to no request \
            counts as not seen. Exits with 1 if a rule is broken that clients must obey, and if no rule could be judged, as \
            when the app called another namespace.
            """,
        options: [
            .init("--except", value: "IDS", isRepeatable: true, "Rules that aren't judged, e.g. R-12,R-31."),
            .init("--junit", "Prints the verdict in the form of JUnit."),
            .init("--sarif", "Prints the verdict as SARIF 2.1.0."),
        ] + ControlTarget.options)

    /// The message for a journal in which no request is about a rule.
    static let nothingJudged = nothingJudgedHere + " Did the app call another namespace?"
    static let nothingJudgedHere = "Nothing was judged: no rule applies to any request in the journal."

    private let target: ControlTarget
    private let form: VerdictForm
    private let except: [String]

    init(_ arguments: Arguments) throws {
        let forms = [("--json", VerdictForm.json), ("--junit", .junit), ("--sarif", .sarif)].filter {
            arguments.has($0.0)
        }
        guard forms.count < 2 else {
            throw CommandFailure(.badUsage, "\(forms.map(\.0).joined(separator: " and ")) can't be combined.")
        }
        form = forms.first?.1 ?? .text
        except = Self.except(arguments)
        target = try ControlTarget(arguments)
    }

    /// Returns the IDs that the option `--except` names.
    static func except(_ arguments: Arguments) -> [String] {
        (arguments.values["--except"] ?? []).flatMap { $0.split(separator: ",").map { $0.filter { $0 != " " } } }
    }

    func run() async throws -> ExitStatus {
        let (text, status) = try await target.ask { control in
            let verdict = try await control.verdict(except: except)
            return (try await control.verdict(as: form, except: except), verdict.outcome)
        }
        try Terminal.print(text.hasSuffix("\n") ? text : text + "\n")
        guard status != .notSeen else {
            Terminal.complain(Self.nothingJudged)
            return .negative
        }
        return status == .failed ? .negative : .success
    }
}
