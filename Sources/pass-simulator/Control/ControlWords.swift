import PassCore
import PassSimulator

/// The words of a control command: a verb, such as `add`, and its operands.
struct ControlWords: Sendable {
    /// The first word, or the default.
    let verb: String
    /// The words after it.
    let operands: [String]

    /// Reads the words of a command line.
    ///
    /// - Parameters:
    ///   - command: the command's name, for messages.
    ///   - first: the first word of a command line without words; `nil` if there must be one.
    ///   - verbs: for each first word the names of the words that must follow. A name that ends in `…` stands for one or
    ///     more words, and a name in brackets for one word or none.
    /// - Throws: `CommandFailure` for an unknown first word, with the nearest known one, and for missing or superfluous
    ///   words.
    init(
        _ words: some Sequence<String>, of command: Manual, default first: String?,
        verbs: KeyValuePairs<String, [String]>
    ) throws(CommandFailure) {
        let words = Array(words)
        guard let verb = words.first ?? first else {
            let forms = verbs.map { ([$0.key] + $0.value).joined(separator: " ") }
            throw CommandFailure(.badUsage, "\(command.name) needs a subcommand: \(forms.joined(separator: ", ")).")
        }
        self.verb = verb
        operands = Array(words.dropFirst())
        guard let names = verbs.first(where: { $0.key == verb })?.value else {
            let known = verbs.map(\.key)
            let hint =
                NearestName.find(verb, among: known).map { "the nearest one is \($0)" }
                ?? "the subcommands are \(known.joined(separator: ", "))"
            throw CommandFailure(
                .badUsage,
                "\"\(ShownText.line(String(verb.prefix(80))))\" isn't a subcommand of `\(command.name)`; \(hint).")
        }
        let isOptional = names.last?.hasPrefix("[") == true
        let least = names.count - (isOptional ? 1 : 0)
        let most = names.last?.hasSuffix("…") == true ? Int.max : names.count
        guard (least...most).contains(operands.count) else {
            let form = ([command.name, verb] + names).joined(separator: " ")
            throw CommandFailure(.badUsage, "Write it as: pass-simulator \(form).")
        }
    }
}
