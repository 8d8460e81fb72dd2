extension Configuration {
    /// Loads a configuration from its layers.
    ///
    /// The layers are the defaults, then the file, then the environment, then the command-line options. A setting in a
    /// later layer replaces the same setting in an earlier one.
    ///
    /// The error lists all mistakes in the settings. A wrong command line, an unreadable file and a text that isn't
    /// JSON5 are each reported on their own, because loading ends there.
    ///
    /// - Parameters:
    ///   - arguments: the words after the command, e.g. `["--listen", "127.0.0.1:0"]`.
    ///   - environment: the environment variables. Those that begin with `PASS_SIMULATOR_` are read as settings, except
    ///     `PASS_SIMULATOR_URL` and `PASS_SIMULATOR_CA`, by which programs under test find a simulator.
    ///     `XDG_STATE_HOME` and `HOME` determine the default data directory.
    ///   - readFile: returns the bytes of the file that `--config` or `PASS_SIMULATOR_CONFIG` names.
    public static func load(
        arguments: [String], environment: [String: String], readFile: (String) throws -> [UInt8]
    ) throws(ConfigurationError) -> Configuration {
        let arguments = try Arguments(arguments, options: options)
        return try load(arguments, environment: environment, readFile: readFile)
    }

    /// Loads a configuration from parsed arguments; options that aren't settings are ignored.
    ///
    /// - Parameter defaults: returns the lowest layer, with or without the demo world.
    package static func load(
        _ arguments: Arguments, environment: [String: String],
        over defaults: (_ demo: Bool) -> Configuration = Configuration.server, readFile: (String) throws -> [UInt8]
    ) throws(ConfigurationError) -> Configuration {
        var layers: [ConfigurationLayer] = []
        if arguments[configOption]?.isEmpty == true {
            throw ConfigurationError(.usage, "\(configOption) is empty, but must be a file.")
        }
        // An empty variable counts as one that isn't set.
        if let file = arguments[configOption] ?? environment[configVariable], !file.isEmpty {
            layers.append(try ConfigurationLayer(file: file, readFile: readFile))
        }
        layers += ConfigurationLayer.layers(environment: environment)
        layers += ConfigurationLayer.layers(arguments: arguments)
        var mistakes = ConfigurationMistakes()
        var configuration = merged(layers, over: defaults, &mistakes)
        ConfigurationLayer.checkNames(environment: environment, &mistakes)
        try mistakes.check()
        if configuration.dataDir == nil { configuration.dataDir = usualDataDir(environment) }
        return configuration
    }

    /// Loads the configuration that one file and the defaults result in, to check that file.
    package static func load(file: String, readFile: (String) throws -> [UInt8]) throws(ConfigurationError)
        -> Configuration
    {
        var mistakes = ConfigurationMistakes()
        let layer = try ConfigurationLayer(file: file, readFile: readFile)
        let configuration = merged([layer], over: Configuration.server, &mistakes)
        try mistakes.check()
        return configuration
    }

    static let configOption = "--config"
    package static let configVariable = "PASS_SIMULATOR_CONFIG"

    /// The options of every command that takes a configuration: `--config`, and one for each setting.
    package static let options: [Arguments.Option] =
        [
            .init(
                configOption, value: "FILE",
                "A configuration file (JSON5). Its settings replace the defaults; or \(configVariable).")
        ] + ConfigurationSchema.aliases.map(\.argument)

    /// Reads the layers over the defaults, and adds all mistakes in them to the list.
    ///
    /// The setting `demo` selects the defaults, so it is looked up in all layers first.
    private static func merged(
        _ layers: [ConfigurationLayer], over defaults: (_ demo: Bool) -> Configuration,
        _ mistakes: inout ConfigurationMistakes
    ) -> Configuration {
        var demo = true
        for layer in layers {
            if case .flag(let flag) = layer.document["demo"]?.value { demo = flag }
        }
        var configuration = defaults(demo)
        for layer in layers {
            let place = SettingPlace(source: layer.source)
            let older = configuration
            configuration = ConfigurationSchema.form.read(layer.document, place, older, &mistakes) ?? older
        }
        configuration.checkReferences(in: layers, &mistakes)
        return configuration
    }

    /// Returns the default data directory, below the folder where programs keep their state.
    ///
    /// The XDG Base Directory Specification 0.8 defines that folder, and requires programs to ignore a relative path.
    private static func usualDataDir(_ environment: [String: String]) -> String? {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/pass-simulator" }
        if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.local/state/pass-simulator" }
        return nil
    }
}
