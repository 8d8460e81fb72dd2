/// The scenarios that this project defines.
public enum ScenarioSuite {
    /// All scenarios of this folder, sorted by number.
    public static let all: [Scenario] = [
        configuration, clientRegistration, authentication, secureBrowser, cancellation, secondScreen, authorization,
        preauthorization, metadata, options, logout, storage, sharing, passive,
        restV2Sessions, restV2Decisions, restV2SignOn,
    ].flatMap { $0 }.sorted { $0.place < $1.place }
}
