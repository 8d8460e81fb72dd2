/// All scenarios, in the order of their numbers.
public enum ScenarioSuite {
    /// One list for each file in this folder.
    public static let all: [Scenario] = [
        configuration, authentication,
    ].flatMap { $0 }
}
