/// The place where a value was found, for messages and for paths that are relative to its file.
struct SettingPlace: Sendable {
    /// The names from the top down to the setting: `limits`, `headerBytes`.
    var path: [String] = []
    var source: Source

    enum Source: Sendable, Hashable {
        case file(String)
        /// A text that a program passes.
        case text
        /// An environment variable, by its name.
        case environment(String)
        /// An option, by its name with dashes.
        case option(String)
    }

    func member(_ name: String) -> SettingPlace {
        SettingPlace(path: path + [name], source: source)
    }

    /// Returns `path` with the folder of the configuration file in front if it is relative and comes from that file.
    ///
    /// Other relative paths are relative to the working directory.
    func resolved(_ path: String) -> String {
        guard case .file(let file) = source, !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else {
            return path
        }
        return file[...slash] + path
    }

    /// Returns the place as messages show it.
    ///
    /// The result is `FILE:LINE:COLUMN: limits.headerBytes`, or the name of the environment variable or option.
    func name(at position: JSON5Node.Position?) -> String {
        switch source {
        case .file(let file): Self.prefix(file, position) + path.joined(separator: ".")
        case .text: Self.prefix("configuration", position) + path.joined(separator: ".")
        case .environment(let name), .option(let name): name
        }
    }

    /// Returns the error for a value that isn't allowed; a long value is truncated.
    func refuse(_ node: JSON5Node, mustBe allowed: String) -> ConfigurationError {
        let value = JSON5Text.line(node.value)
        let shown = value.count > 80 ? value.prefix(79) + "…" : value
        var error = ConfigurationError(.badValue, "\(name(at: node.position)) is \(shown), but must be \(allowed).")
        error.position = node.position
        return error
    }

    private static func prefix(_ file: String, _ position: JSON5Node.Position?) -> String {
        position.map { "\(file):\($0.line):\($0.column): " } ?? "\(file): "
    }
}
