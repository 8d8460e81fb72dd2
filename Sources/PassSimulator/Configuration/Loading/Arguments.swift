import PassCore

/// The arguments of a command line, split into options and operands.
package struct Arguments: Sendable {
    /// The values of each given option, by the option's name with dashes; a switch has none.
    package private(set) var values: [String: [String]] = [:]
    /// The words that are neither options nor their values.
    package private(set) var operands: [String] = []
    /// The words after `--`; `nil` when there is no `--`.
    package private(set) var rest: [String]?

    /// An option that a command knows.
    package struct Option: Sendable {
        /// The option's name with its dashes.
        package var name: String
        /// The placeholder for the value in the help text, e.g. `FILE`; `nil` for a switch.
        package var value: String?
        /// Whether the option may be given more than once.
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

    /// Splits a command line's words into options and operands.
    ///
    /// Options have the form `--name VALUE`, `--name=VALUE` or `--switch`. Operands don't begin with a dash, except a
    /// single dash and numbers such as `-1h`.
    ///
    /// - Parameter operands: the largest allowed number of operands.
    /// - Throws: `ConfigurationError` for an unknown option (it names the nearest known one), for a missing,
    ///   superfluous or repeated value, and for too many operands.
    package init(_ words: [String], options: [Option], operands limit: Int = 0) throws(ConfigurationError) {
        var index = 0
        while index < words.count {
            let word = words[index]
            index += 1
            if word == "--" {
                rest = Array(words[index...])
                return
            }
            guard word.hasPrefix("-"), word != "-", !Self.isNumber(word) else {
                guard operands.count < limit else {
                    let hint = limit == 0 && words[0].hasPrefix("-") ? " Write the command before its options." : ""
                    throw ConfigurationError(.usage, "\(Self.shown(word)) is an unexpected argument.\(hint)")
                }
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = options.first(where: { $0.name == parts[0] }) else {
                throw ConfigurationError(
                    .unknownName, "\(Self.shown(parts[0])) is not an option; \(Self.hint(parts[0], options)).")
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
                throw ConfigurationError(.usage, "\(option.name) can't have a value.")
            } else {
                values[option.name] = []
            }
            if !option.isRepeatable, values[option.name, default: []].count > 1 {
                throw ConfigurationError(.usage, "\(option.name) is given more than once.")
            }
        }
    }

    /// Whether the option was given.
    package func has(_ option: String) -> Bool { values[option] != nil }

    /// The last value of the option; `nil` when it wasn't given or is a switch.
    package subscript(option: String) -> String? { values[option]?.last }

    /// Returns a hint that names the known option that the user probably meant, or `--help` if none is similar.
    private static func hint(_ name: String, _ options: [Option]) -> String {
        let names = options.map(\.name)
        // Other servers have these options for the address at which they listen.
        let meant = ["--port", "--host", "--bind", "--address"].contains(name) ? "--listen" : name
        return NearestName.find(meant, among: names).map { "the nearest one is \($0)" } ?? "--help lists them"
    }

    /// Whether a digit follows the dash, so that the word isn't an option.
    private static func isNumber(_ word: String) -> Bool {
        word.utf8.dropFirst().first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }

    /// Returns a word as messages show it: in quotation marks and cut to 80 characters.
    private static func shown(_ word: String) -> String {
        JSON5Text.quoted(String(word.prefix(80)))
    }
}

extension SettingAliases {
    /// The option in the form that the parser of command lines takes.
    var argument: Arguments.Option {
        .init(option, value: setting.spelling.placeholder, isRepeatable: setting.spelling.isList, setting.comment)
    }
}
