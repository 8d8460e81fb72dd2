import PassCore

/// The origin of settings, which decides whether they may name files.
enum SettingsSource {
    /// The program that embeds the simulator.
    case program
    /// A request, which must not make the server read a file that the configuration doesn't name.
    case request

    /// Checks that settings of this origin may name the files that they name.
    ///
    /// - Throws: `SimulatorError` for settings that name a file and must not.
    func check(_ settings: Configuration, beside startUp: Configuration) throws {
        guard self == .request, let path = settings.keyFiles.subtracting(startUp.keyFiles).first else { return }
        throw SimulatorError(
            "Settings in a request can't name a file, such as \(path.string). Give the PEM text itself.")
    }
}
