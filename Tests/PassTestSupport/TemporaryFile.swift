import Foundation

/// Paths for files of tests, in a folder that is removed when the process ends.
package enum TemporaryFile {
    private static let folder: String = {
        let folder = FileManager.default.temporaryDirectory.path + "/pass-simulator-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(atPath: TemporaryFile.folder) }
        return folder
    }()

    /// Returns a path at which there is no file.
    package static func path(_ name: String = "store.sqlite") -> String {
        let place = "\(folder)/\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        return "\(place)/\(name)"
    }
}
