import CPassSystem
import PassSimulator

/// The environment of the process, combined with the other layers of the configuration.
enum CommandEnvironment {
    /// The process's environment variables. A variable that is set twice has its first value, as for `getenv`.
    static var environment: [String: String] {
        var variables: [String: String] = [:]
        var entry = CPassSystem_environment()
        while let text = entry?.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, variables[String(parts[0])] == nil { variables[String(parts[0])] = String(parts[1]) }
            entry = entry?.advanced(by: 1)
        }
        return variables
    }

    /// Returns the configuration from options, environment and file, over a server's defaults.
    static func configuration(_ arguments: Arguments) throws(ConfigurationError) -> Configuration {
        try Configuration.load(arguments, environment: environment, readFile: FileSystem.read)
    }

    /// Returns the configuration for a command that needs the keys in the data directory.
    ///
    /// - Throws: `ConfigurationError`, also when there is no data directory.
    static func installedConfiguration(
        _ arguments: Arguments, over defaults: (_ demo: Bool) -> Configuration = Configuration.server
    ) throws(ConfigurationError) -> Configuration {
        let configuration = try Configuration.load(
            arguments, environment: environment, over: defaults, readFile: FileSystem.read)
        guard configuration.dataDir != nil else {
            throw ConfigurationError(
                .usage,
                "Neither XDG_STATE_HOME nor HOME is set, so there is no place for keys. Name a folder with --data-dir.")
        }
        return configuration
    }
}
