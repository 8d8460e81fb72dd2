import PassSimulator

/// The layout of help texts for a terminal of 80 columns.
enum HelpText {
    private static let width = 80

    /// The options of the configuration that the help of `serve` explains; the others aren't listed.
    private static let mainOptions = ["--config", "--listen", "--data-dir", "--store", "--ready-file", "--log"]

    static var overview: String {
        let commands = CommandLineTool.commands.map { $0.manual }.map { entry($0.name, $0.summary, column: 16) }
        return """
            Usage: pass-simulator [COMMAND] [options]

            A fake backend for Adobe Pass Authentication. Without a command, it runs `serve`.

            Commands:
            \(commands.joined())
            `pass-simulator COMMAND --help` explains each.

            --config FILE, or the environment variable \(Configuration.configVariable), names a
            configuration file.

            """
    }

    /// Lists the commands that begin with the same word.
    static func of(family word: String, _ manuals: [Manual]) -> String {
        let commands = manuals.map { entry($0.name, $0.summary, column: 16) }
        return """
            Usage: pass-simulator \(word) COMMAND [options]

            Commands:
            \(commands.joined())
            `pass-simulator \(word) COMMAND --help` explains each.

            """
    }

    static func of(_ manual: Manual) -> String {
        let isServer = manual.name == ServeCommand.manual.name
        let own = manual.options + [Manual.helpOption]
        let shared = isServer ? Configuration.options.filter { mainOptions.contains($0.name) } : []
        var text = wrapped("Usage: pass-simulator \(manual.name) \(manual.synopsis)", indent: 4) + "\n"
        text += wrapped(manual.summary + (manual.text.isEmpty ? "" : " " + manual.text), indent: 0)
        text += "\nOptions:\n" + (own + shared).map(entry).joined()
        if !manual.abbreviations.isEmpty {
            text += "\nAbbreviations in the report:\n"
            text += manual.abbreviations.map { entry($0.abbreviation, $0.meaning, column: 8) }.joined()
        }
        if manual.takesConfiguration, !isServer {
            text += "\n"
            text += wrapped("The options of the server apply too: `pass-simulator serve --help` lists them.", indent: 0)
        }
        if isServer {
            text += "\n"
            text += wrapped(
                "Every setting is an option as well as an environment variable: limits.headerBytes is "
                    + "--limits-header-bytes and PASS_SIMULATOR_LIMITS_HEADER_BYTES. `pass-simulator config print` "
                    + "shows all of them. Options override variables, variables override the file, and the file "
                    + "overrides the defaults.",
                indent: 0)
        }
        return text
    }

    private static func entry(_ option: Arguments.Option) -> String {
        let value = option.value.map { " \($0)" } ?? ""
        let again = option.isRepeatable ? " You can repeat it." : ""
        return entry(option.name + value, option.help + again, column: 28)
    }

    private static func entry(_ name: String, _ text: String, column: Int) -> String {
        let head = "  " + name
        let space = String(repeating: " ", count: max(0, column - head.count))
        guard head.count < column else {
            return head + "\n" + wrapped(String(repeating: " ", count: column) + text, indent: column)
        }
        return wrapped(head + space + text, indent: column)
    }

    /// Breaks lines at spaces, and keeps the spaces at the beginning of the text.
    private static func wrapped(_ text: String, indent: Int) -> String {
        var lines = ""
        var line = String(text.prefix { $0 == " " })
        var isEmpty = true
        var rest = text.dropFirst(line.count)
        while !rest.isEmpty {
            let spaces = rest.prefix { $0 == " " }
            let word = rest.dropFirst(spaces.count).prefix { $0 != " " }
            rest = rest.dropFirst(spaces.count + word.count)
            if !isEmpty, line.count + spaces.count + word.count > width {
                lines += line + "\n"
                line = String(repeating: " ", count: indent) + word
            } else {
                line += spaces + word
            }
            isEmpty = false
        }
        return lines + line + "\n"
    }
}
