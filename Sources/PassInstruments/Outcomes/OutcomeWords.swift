package import PassCore
package import PassDomain

/// The words of a log line that say how a request ended and why.
///
/// The words show names (of a resource, a requestor, a parameter) and never the value of a token, code, device or
/// password.
package struct OutcomeWords {
    /// `permitted`, `denied`, `preauthorized`, `invalid` for a wrong parameter, `refused`, `ignored` or `failed`.
    var outcome: String
    /// The name of a wrong parameter.
    var parameter: String?
    var reason: String?
    /// Further names and numbers.
    var facts: [(name: String, value: Fact)] = []
    /// A sentence with details, or with what the client or the user has to do.
    var detail: String?

    enum Fact {
        case name(String)
        case number(Int)
    }

    init(_ outcome: String, _ reason: String? = nil, parameter: String? = nil, detail: String? = nil) {
        self.outcome = outcome
        self.parameter = parameter
        self.reason = reason
        self.detail = detail
    }

    package init(_ outcome: Outcome) {
        switch outcome {
        case .permitted(let resource):
            self.init("permitted")
            facts = [("resource", .name(resource.name.string))]
        case .denied(let denial, let resource):
            self.init(denial)
            if let resource { facts.append(("resource", .name(resource.name.string))) }
        case .preauthorized(let permitted, let denied):
            self.init("preauthorized")
            facts = [("permitted", .number(permitted)), ("denied", .number(denied))]
        case .failed(let failure): self.init(failure)
        case .refused(let reason): self.init("refused", reason)
        case .ignored(let what): self.init("ignored", what)
        case .defect: self.init("failed", "defect")
        }
    }

    init(_ denial: Denial) {
        self.init("denied", denial.code.rawValue, detail: denial.message)
        if let subCode = denial.subCode { facts = [("subCode", .number(subCode))] }
    }

    /// The words after the operation in a line of text: `denied noAuthZ resource=deny:news: Your package …`.
    package var text: String {
        var words = [outcome]
        if let parameter { words.append(Self.sentence(parameter)) }
        if let reason { words.append(LogText.sentence(reason)) }
        for (name, value) in facts {
            switch value {
            case .name(let text): words.append("\(name)=\(Self.shown(text))")
            case .number(let number): words.append("\(name)=\(number)")
            }
        }
        return words.joined(separator: " ") + (detail.map { ": " + Self.sentence($0) } ?? "")
    }

    /// Writes the members of a line of JSON.
    package func write(to line: inout JSONWriter) {
        line.member("outcome", outcome)
        line.memberIfPresent("reason", reason.map(LogText.sentence))
        line.memberIfPresent("parameter", parameter.map(Self.sentence))
        for (name, value) in facts {
            switch value {
            case .name(let text): line.member(.text(name), Self.shown(text))
            case .number(let number): line.member(.text(name), number)
            }
        }
        line.memberIfPresent("detail", detail.map(Self.sentence))
    }

    /// The words as the journal shows them.
    package var recorded: JournalOutcome {
        JournalOutcome(
            outcome, reason: reason.map(LogText.sentence), parameter: parameter.map(Self.sentence),
            detail: (detail ?? count).map(Self.sentence))
    }

    /// The count of permitted resources as a sentence, since the journal has no member for the number.
    private var count: String? {
        guard outcome == "preauthorized", facts.count == 2, case .number(let permitted) = facts[0].value,
            case .number(let denied) = facts[1].value
        else { return nil }
        return "\(permitted) of \(permitted + denied) permitted"
    }

    private static func shown(_ name: String) -> String { LogText.printable(LogText.shortened(name)) }

    /// Returns a sentence with its long words shortened and without the queries of its URLs, which may carry tokens.
    private static func sentence(_ text: String) -> String {
        let words = text.split(separator: " ").map { word in
            word.contains("://") ? String(word.prefix { $0 != "?" && $0 != "#" }) : String(word)
        }
        return LogText.sentence(LogText.shortened(words.joined(separator: " "), partedBy: " "))
    }
}
