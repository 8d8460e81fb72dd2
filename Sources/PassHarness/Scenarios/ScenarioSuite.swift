/// All scenarios, in the order of their numbers.
public enum ScenarioSuite {
    /// One list for each file in this folder.
    public static let all: [Scenario] = [
        configuration, clientRegistration, authentication, secureBrowser, cancellation, secondScreen, authorization,
        preauthorization, metadata, options, logout, storage, sharing, passive,
    ].flatMap { $0 }.sorted { $0.place < $1.place }
}
