import PassCore

/// Media in one folder: a file for each generation, which all apps share that are given the folder, and one for each app.
public struct FileStorageProvider: TokenStorageProvider {
    private let folder: String
    private let appName: String

    /// - Parameters:
    ///   - folder: made when it is missing.
    ///   - app: tells the apps of the folder apart, e.g. by bundle ID; the file of its own is `app-NAME.json`.
    public init(folder: String, app: String = "default") {
        self.folder = folder
        appName = app
    }

    public func shared(_ generation: StoreGeneration) -> any TokenStorage {
        FileStorage(path: "\(folder)/shared-\(name(generation)).json")
    }

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
