/// What one source says: a file, an environment variable or an option.
struct ConfigurationLayer: Sendable {
    /// An object in the form of a configuration file.
    var document: JSON5Node
    var source: SettingPlace.Source

    private init(document: JSON5Node, source: SettingPlace.Source) {
        self.document = document
        self.source = source
    }

    init(file: String, readFile: (String) throws -> [UInt8]) throws(ConfigurationError) {
        let bytes: [UInt8]
        do {
            bytes = try readFile(file)
        } catch {
            throw ConfigurationError(.unreadableFile, "The configuration file \(file) can't be read: \(error).")
        }
        try self.init(bytes, source: .file(file))
    }

    /// What a program says, in the form of a file.
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
                .badValue, top.name(at: nil) + "A configuration must be an object, with { at its beginning.")
        }
        self.source = source
    }

    /// One layer for each variable that is set, in the schema's order.
    static func layers(environment: [String: String]) throws(ConfigurationError) -> [ConfigurationLayer] {
        let names = ConfigurationSchema.twins.map(\.variable) + [Configuration.configVariable]
        let others: Set<String> = ["PASS_SIMULATOR_URL", "PASS_SIMULATOR_CA"]
        let known = others.union(names)
        let unknown = environment.keys.filter { $0.hasPrefix(SettingTwin.prefix) && !known.contains($0) }
        if let name = unknown.min() {
            let nearest = NearestName.find(name, among: names) ?? ""
            throw ConfigurationError(
                .unknownName, "The environment variable \(name) is no setting; the nearest one is \(nearest).")
        }
        return ConfigurationSchema.twins.compactMap { twin in
            environment[twin.variable].map {
                ConfigurationLayer(document: twin.document($0), source: .environment(twin.variable))
            }
        }
    }

    /// One layer for each option that is given, in the schema's order.
    static func layers(arguments: Arguments) -> [ConfigurationLayer] {
        ConfigurationSchema.twins.compactMap { twin in
            arguments.values[twin.option].map {
                ConfigurationLayer(
                    document: twin.document($0.joined(separator: ",")), source: .option(twin.option))
            }
        }
    }
}
