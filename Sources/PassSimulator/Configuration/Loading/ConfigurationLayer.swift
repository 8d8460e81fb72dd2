import PassCore

/// The settings from one source: a file, a program's text, an environment variable or an option.
struct ConfigurationLayer: Sendable {
    /// The settings, as an object in the form of a configuration file.
    var document: JSON5Node
    var source: SettingPlace.Source

    private init(document: JSON5Node, source: SettingPlace.Source) {
        self.document = document
        self.source = source
    }

    /// Reads a configuration file.
    init(file: String, readFile: (String) throws -> [UInt8]) throws(ConfigurationError) {
        let bytes: [UInt8]
        do {
            bytes = try readFile(file)
        } catch {
            throw ConfigurationError(.unreadableFile, "The configuration file \(file) can't be read: \(error).")
        }
        try self.init(bytes, source: .file(file))
    }

    /// Reads settings that a program passes as text, in the form of a configuration file.
    init(text: String) throws(ConfigurationError) {
        try self.init(Array(text.utf8), source: .text)
    }

    private init(_ bytes: [UInt8], source: SettingPlace.Source) throws(ConfigurationError) {
        let top = SettingPlace(source: source)
        do {
            document = try JSON5Reader.read(bytes)
        } catch {
            throw ConfigurationError(.syntax, top.name(at: error.position) + error.message + ".")
        }
        guard document.members != nil else {
            throw ConfigurationError(
                .badValue, top.name(at: document.position) + "A configuration must be an object that begins with {.")
        }
        self.source = source
    }

    /// Adds a mistake for each unknown environment variable that begins with `PASS_SIMULATOR_`.
    static func checkNames(environment: [String: String], _ mistakes: inout ConfigurationMistakes) {
        let names = ConfigurationSchema.aliases.map(\.variable) + [Configuration.configVariable]
        let others: Set<String> = ["PASS_SIMULATOR_URL", "PASS_SIMULATOR_CA"]
        let known = others.union(names)
        let unknown = environment.keys.filter { $0.hasPrefix(SettingAliases.prefix) && !known.contains($0) }
        // All names share this prefix, so it must not count as similarity.
        let rest = { (name: String) in String(name.dropFirst(SettingAliases.prefix.count)) }
        for name in unknown.sorted() {
            let nearest = NearestName.find(rest(name), among: names.map(rest))
            let hint = nearest.map { "; the nearest one is \(SettingAliases.prefix)\($0)" } ?? ""
            mistakes.add(.unknownName, "The environment variable \(name) is not a setting\(hint).")
        }
    }

    /// Returns one layer for each environment variable that is set, in the schema's order.
    static func layers(environment: [String: String]) -> [ConfigurationLayer] {
        ConfigurationSchema.aliases.compactMap { alias in
            environment[alias.variable].map {
                ConfigurationLayer(document: alias.document($0), source: .environment(alias.variable))
            }
        }
    }

    /// Returns one layer for each option that is given, in the schema's order.
    static func layers(arguments: Arguments) -> [ConfigurationLayer] {
        ConfigurationSchema.aliases.compactMap { alias in
            arguments.values[alias.option].map {
                ConfigurationLayer(
                    document: alias.document($0.joined(separator: ",")), source: .option(alias.option))
            }
        }
    }
}
