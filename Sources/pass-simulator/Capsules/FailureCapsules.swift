import PassCore
import PassHarness

/// Writes capsules that show what happened in a simulator before a failure.
enum FailureCapsules {
    /// The maximum number of capsules that are written.
    private static let most = 10

    /// Writes a capsule for each namespace with exchanges, at most ten, and returns the names of the files.
    ///
    /// - Parameters:
    ///   - file: the name of the file for the first namespace. The names of the other files also contain the
    ///     namespace's name.
    ///   - title: a text for the reader.
    /// - Throws: `ControlError`, `TransportError`, `CommandFailure`.
    static func write(of url: String, to file: String, title: String) async throws -> [String] {
        let control = SimulatorControlClient(url: url)
        let namespaces = try await control.namespaces().filter { $0.exchanges > 0 }
        var files: [String] = []
        for (index, namespace) in namespaces.prefix(most).enumerated() {
            let name = index == 0 ? file : Self.name(file, namespace.name)
            let capsule = try await control.inNamespace(namespace.name).capsule(title: title)
            try ControlInput.write(capsule, to: name, isSecret: true)
            files.append(name)
        }
        return files
    }

    /// Inserts a hyphen and a word before the extension of a file's name.
    static func name(_ file: String, _ word: String) -> String {
        guard let dot = file.lastIndex(of: "."), !file[dot...].contains("/") else { return "\(file)-\(word)" }
        return "\(file[..<dot])-\(word)\(file[dot...])"
    }

    /// The name of a new file in the folder for temporary files.
    static var temporaryFile: String {
        let folder = CommandEnvironment.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let number = String(UInt32.random(in: .min ... .max), radix: 36)
        return "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/pass-simulator-capsule-\(number).json"
    }
}
