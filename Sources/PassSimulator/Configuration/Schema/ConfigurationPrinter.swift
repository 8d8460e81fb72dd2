/// A printer of configurations, which writes a comment before each setting and puts short values on one line.
private struct ConfigurationPrinter {
    private let width = 120
    private let indentation = "    "

    func document(_ value: JSON5Node.Value, _ settings: [SettingDescription]) -> String {
        "{\n" + group(value, settings, path: [], indent: indentation) + "}\n"
    }

    private func group(
        _ value: JSON5Node.Value, _ settings: [SettingDescription], path: [String], indent: String
    ) -> String {
        let node = JSON5Node(value)
        let blocks = settings.map { setting in
            let value = node[setting.name]?.value ?? .null
            let path = path + [setting.name]
            let head = comment(of: setting, path: path, indent: indent) + indent + setting.name + ": "
            switch setting.spelling {
            case .group:
                let inner = group(value, setting.members, path: path, indent: indent + indentation)
                return head + "{\n" + inner + indent + "},\n"
            case .table: return head + table(value, indent: indent) + ",\n"
            case .text, .number, .flag, .list, .optional: return head + JSON5Text.line(value) + ",\n"
            }
        }
        return blocks.joined(separator: path.isEmpty ? "\n" : "")
    }

    private func comment(of setting: SettingDescription, path: [String], indent: String) -> String {
        switch setting.spelling {
        case .group: return lines(setting.comment, indent: indent)
        case .table: return lines(setting.comment, indent: indent) + entries(setting.members, indent: indent)
        case .text, .number, .flag, .list, .optional:
            let alias = SettingAliases(path: path, setting: setting)
            let allowed = setting.allowed.prefix(1).uppercased() + setting.allowed.dropFirst()
            let separator = setting.spelling.isList ? ", separated by commas" : ""
            return lines("\(setting.comment) \(allowed).", indent: indent)
                + lines("\(alias.variable) or \(alias.option)\(separator)", indent: indent)
        }
    }

    /// Returns comment lines that describe the settings of a table's entries.
    private func entries(_ settings: [SettingDescription], indent: String, inner: String = "  ") -> String {
        settings.map { setting in
            lines("\(setting.name): \(setting.comment) It is \(setting.allowed).", indent: indent, inner: inner)
                + entries(setting.members, indent: indent, inner: inner + "  ")
        }.joined()
    }

    private func lines(_ text: String, indent: String, inner: String = "") -> String {
        var lines: [String] = []
        var line = ""
        let start = indent + "// " + inner
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            if !line.isEmpty, start.count + line.count + 1 + word.count > width {
                lines.append(start + line)
                line = lines.isEmpty || inner.isEmpty ? "" : "  "
            }
            line += (line.isEmpty || line == "  " ? "" : " ") + word
        }
        return (lines + [start + line]).map { $0 + "\n" }.joined()
    }

    private func table(_ value: JSON5Node.Value, indent: String) -> String {
        guard case .object(let members) = value, !members.isEmpty else { return JSON5Text.line(value) }
        return broken(members, indent: indent)
    }

    private func broken(_ members: [JSON5Node.Member], indent: String) -> String {
        let inner = indent + indentation
        let lines = members.map { member in
            let name = inner + JSON5Text.name(member.name) + ": "
            let line = JSON5Text.line(member.node.value)
            if name.count + line.count < width { return name + line + ",\n" }
            guard let members = member.node.members else { return name + line + ",\n" }
            return name + broken(members, indent: inner) + ",\n"
        }
        return "{\n" + lines.joined() + indent + "}"
    }
}

extension Configuration {
    /// The whole configuration as JSON5 with comments; reading it back gives an equal configuration.
    package var text: String {
        """
        // The configuration of pass-simulator, in JSON5. The comment of each setting says what it means, which values it
        // may have, and which environment variable and option set it too. Options override the environment, the
        // environment overrides the file given with --config, and that file overrides the defaults. File names are
        // relative to the folder of this file.

        """ + ConfigurationPrinter().document(ConfigurationSchema.form.write(self), ConfigurationSchema.form.members)
    }
}
