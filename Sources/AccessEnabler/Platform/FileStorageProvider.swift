import PassCore

/// Media in one folder: a file for each generation, shared by all apps that use the folder, and one file for each app.
public struct FileStorageProvider: TokenStorageProvider {
    private let folder: String
    private let appName: String

    /// Creates a provider of the media in a folder.
    ///
    /// - Parameters:
    ///   - folder: the path of the folder, which is created if it is missing.
    ///   - app: a name that no other app in the folder uses, e.g. the bundle ID. The app's own file is `app-NAME.json`.
    public init(folder: String, app: String = "default") {
        self.folder = folder
        appName = app
    }

    /// Returns the file of that generation, which all apps that use the folder share.
    public func shared(_ generation: StoreGeneration) -> any TokenStorage {
        FileStorage(path: "\(folder)/shared-\(name(generation)).json")
    }

    /// The file that only this app uses.
    public var own: any TokenStorage {
        FileStorage(path: "\(folder)/app-\(PercentEncoding.encode(appName)).json")
    }

    private func name(_ generation: StoreGeneration) -> String {
        switch generation {
        case .single: "single"
        case .nested: "nested"
        case .partitioned: "partitioned"
        case .keychain: "keychain"
        }
    }
}
