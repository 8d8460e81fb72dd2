extension ScenarioSuite {
    static let metadata: [Scenario] = metadataValues + selection + tracking
}
