/// The words of a command line, sorted into options and operands.
package struct Arguments: Sendable {
    /// The values of each option that was given, by its name with dashes; a switch has none.
    package private(set) var values: [String: [String]] = [:]
    package private(set) var operands: [String] = []
    /// What follows `--`; `nil` when there is none.
    package private(set) var rest: [String]?

    /// An option that a command knows.
    package struct Option: Sendable {
        /// With its dashes.
        package var name: String
        /// What stands for the value in the help, e.g. `FILE`; `nil` for a switch.
        package var value: String?
        package var isRepeatable: Bool
        package var help: String

        package init(_ name: String, value: String? = nil, isRepeatable: Bool = false, _ help: String) {
            self.name = name
            self.value = value
            self.isRepeatable = isRepeatable
            self.help = help
        }
    }

    package init() {}

    /// Sorts the words: `--name VALUE`, `--name=VALUE`, `--switch`, and whatever doesn't begin with a dash.
    ///
    /// - Parameter operands: how many words without a dash there may be.
    /// - Throws: `ConfigurationError` for an unknown option, with the nearest known one; for a missing, a superfluous and
    ///   a repeated value; for too many operands.
    package init(_ words: [String], options: [Option], operands limit: Int = 0) throws(ConfigurationError) {
        var index = 0
        while index < words.count {
            let word = words[index]
            index += 1
            if word == "--" {
                rest = Array(words[index...])
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                guard operands.count < limit else {
                    let hint = limit == 0 && words[0].hasPrefix("-") ? " A command comes before its options." : ""
                    throw ConfigurationError(.usage, "\(Self.shown(word)) is one word too many.\(hint)")
                }
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = options.first(where: { $0.name == parts[0] }) else {
                let nearest = NearestName.find(parts[0], among: options.map(\.name)) ?? "--help"
                throw ConfigurationError(
                    .unknownName, "\(Self.shown(parts[0])) is no option; the nearest one is \(nearest).")
            }
            if let placeholder = option.value {
                var value = parts.count == 2 ? parts[1] : nil
                if value == nil, index < words.count, !words[index].hasPrefix("--") {
                    value = words[index]
                    index += 1
                }
                guard let value else {
                    throw ConfigurationError(.usage, "\(option.name) needs a value: \(option.name) \(placeholder).")
                }
                values[option.name, default: []].append(value)
            } else if parts.count == 2 {
                throw ConfigurationError(.usage, "\(option.name) takes no value.")
            } else {
                values[option.name] = []
            }
            if !option.isRepeatable, values[option.name, default: []].count > 1 {
                throw ConfigurationError(.usage, "\(option.name) is given more than once.")
            }
        }
    }

    package func has(_ option: String) -> Bool { values[option] != nil }

    package subscript(option: String) -> String? { values[option]?.last }

    private static func shown(_ word: String) -> String {
        JSON5Text.quoted(String(word.prefix(80)))
    }
}
