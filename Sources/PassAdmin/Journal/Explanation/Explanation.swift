import PassCore
import PassDomain
import PassHTTP
import PassInstruments

/// The reasons for one answer, in words.
struct Explanation {
    let exchange: ReadExchange
    let answer: JournalAnswer
    let steps: [Step]
    /// The number of checks that are missing because the log of checks was full.
    let leftOut: Int

    /// A check that ran.
    struct Step {
        var words: CheckWords
        var hasPassed: Bool
        /// Whether this check decided the answer.
        var hasDecided = false
        /// The sentence that states the result.
        var sentence: String { hasPassed ? words.passed : words.failed }
    }

    /// Explains the answer of an exchange.
    ///
    /// - Parameters:
    ///   - loginDevice: the device of the login that the request seems to mean, if it isn't the request's own.
    ///   - loggedOut: the time at which the app logged out on the request's device; `nil` if it didn't, or has logged
    ///     in or asked for an authorization since.
    ///   - mask: replaces secrets with pseudonyms; `nil` shows the secrets.
    init(
        _ exchange: ReadExchange, _ answer: JournalAnswer, loginDevice: String? = nil, loggedOut: Timestamp? = nil,
        mask: SecretMask? = nil
    ) {
        self.exchange = exchange
        self.answer = answer
        leftOut = answer.circumstances.checks?.leftOut ?? 0
        let notes = Self.distinct(answer.circumstances.checks?.all ?? [])
        let context = CheckWords.Context(
            operation: exchange.entry.operation, device: exchange.facts.device,
            deviceSource: ExchangeFacts.namedDevice(ExchangeContent(exchange.entry.request))?.source,
            loginDevice: loginDevice, loggedOut: loggedOut, rule: answer.circumstances.rules.first,
            shown: { mask?.pseudonym($0) ?? $0 })
        var steps = notes.map { Step(words: CheckWords($0.check, context), hasPassed: $0.hasPassed) }
        for index in Self.deciding(notes) { steps[index].hasDecided = true }
        steps.insert(Self.operation(exchange.entry), at: 0)
        if exchange.entry.operation == nil { steps[0].hasDecided = true }
        self.steps = steps
    }

    /// Returns the notes without those that repeat an earlier one: services look up some names more than once.
    private static func distinct(_ notes: [CheckNote]) -> [CheckNote] {
        var seen: Set<ExactText> = []
        return notes.filter { note in
            switch note.check {
            case .requestor, .code, .profile, .integration, .device, .resourceForm, .temporaryPass, .degradation,
                .owner, .noProfile:
                seen.insert(ExactText("\(note.check) \(note.hasPassed)")).inserted
            default: true
            }
        }
    }

    /// Returns the indices of the checks that decided the answer.
    ///
    /// If a rule answered in place of the operation, that rule decides. Otherwise the last failed check does; if it
    /// denies a resource, every other denial of a resource decides too. If no check failed, the last one decides; rules
    /// that had no effect don't count.
    private static func deciding(_ notes: [CheckNote]) -> [Int] {
        // An unusable profile decides nothing if a later one is usable, such as one that another app shares.
        let served = notes.lastIndex { $0.hasPassed && $0.check.isProfile } ?? -1
        let failed = notes.indices.filter { index in
            !notes[index].hasPassed && !(notes[index].check.isProfile && index < served)
        }
        guard let last = failed.last else {
            return notes.indices.last { !notes[$0].check.isRuleMiss }.map { [$0] } ?? []
        }
        if let rule = failed.last(where: { notes[$0].check.isRuleEffect }) { return [rule] }
        let denials = failed.filter { notes[$0].check.deniesResource }
        return denials.isEmpty || !notes[last].check.deniesResource ? [last] : denials
    }

    /// Returns the explanation's first step: whether the pipeline found an operation for the request.
    private static func operation(_ entry: JournalEntry) -> Step {
        let (method, path) = (entry.request.method.rawValue, entry.request.path)
        var words = CheckWords(
            "operation", [("method", .text(method)), ("path", .text(path))],
            passed: "\(entry.operation?.rawValue ?? "") answers \(method) \(path).",
            failed: "The simulator has no operation for \(method) \(path).")
        if let operation = entry.operation { words.values.append(("operation", .text(operation.rawValue))) }
        return Step(words: words, hasPassed: entry.operation != nil)
    }

    /// The reason for the answer as a sentence, or the reasons as several sentences.
    private var sentence: String {
        let decided = steps.filter(\.hasDecided)
        let first = decided.prefix(3).map(\.sentence).joined(separator: " ")
        let more =
            decided.count > 3
            ? " \(decided.count - 3) more \(decided.count == 4 ? "check" : "checks") failed." : ""
        if decided.isEmpty { return "The operation made no checks: it answers every request in this way." }
        var detail = ""
        if decided.first?.words.name == "request", let outcome = exchange.outcome {
            detail = [outcome.parameter, outcome.reason, outcome.detail].compactMap { $0 }.joined(separator: " ")
        } else if let index = steps.firstIndex(where: \.hasDecided), decided.count == 1, index > 0,
            !steps[index - 1].hasPassed
        {
            detail = steps[index - 1].sentence
        }
        return first + more + (detail.isEmpty ? "" : " " + detail + (detail.hasSuffix(".") ? "" : "."))
    }

    /// Writes the members of the explanation.
    ///
    /// - Parameter mask: replaces secrets with pseudonyms; `nil` shows the secrets.
    func write(to writer: inout JSONWriter, mask: SecretMask?) {
        let shown = { (text: String) in mask?.text(text) ?? text }
        writer.member("exchange", exchange.entry.id.description)
        writer.memberIfPresent("operation", exchange.entry.operation?.rawValue)
        writer.member("status", answer.response.status.code)
        exchange.outcome?.write(to: &writer, shown)
        writer.memberIfPresent("rule", answer.circumstances.rules.first)
        writer.member("sentence", shown(sentence))
        writer.memberArray("checks") { array in
            for step in steps {
                array.elementObject { object in
                    object.member("check", step.words.name)
                    object.member("passed", step.hasPassed)
                    object.member("decided", step.hasDecided)
                    object.memberObject("values") { step.words.write(to: &$0, mask: mask) }
                    object.member("sentence", shown(step.sentence))
                }
            }
        }
        if leftOut > 0 { writer.member("leftOut", leftOut) }
    }
}

extension Check {
    fileprivate var isRuleMiss: Bool {
        switch self {
        case .rule, .furtherRules: true
        default: false
        }
    }

    fileprivate var isRuleEffect: Bool {
        if case .ruleEffect = self { true } else { false }
    }

    fileprivate var isProfile: Bool {
        if case .profile = self { true } else { false }
    }

    /// Whether the check, when it fails, denies one resource of several.
    fileprivate var deniesResource: Bool {
        switch self {
        case .offer, .degradation, .decision, .keptDecision, .forcedDenial, .resourceForm: true
        default: false
        }
    }
}
