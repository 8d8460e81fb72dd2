import FoundationEssentials
import PassSimulator

/// What a process finds around it, put together with the configuration's layers.
enum Surroundings {
    static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// The configuration that the options, the environment and the file make, over a server's defaults.
    static func configuration(_ arguments: Arguments) throws(ConfigurationError) -> Configuration {
        try Configuration.load(arguments, environment: environment, readFile: FileSystem.read)
    }

    /// The same for a command that needs files that outlast it.
    static func installedConfiguration(
        _ arguments: Arguments, over defaults: (_ demo: Bool) -> Configuration = Configuration.server
    ) throws(ConfigurationError) -> Configuration {
        let configuration = try Configuration.load(
            arguments, environment: environment, over: defaults, readFile: FileSystem.read)
        guard configuration.dataDir != nil else {
            throw ConfigurationError(
                .usage, "Neither XDG_STATE_HOME nor HOME says where to keep keys; name a folder with --data-dir.")
        }
        return configuration
    }
}
