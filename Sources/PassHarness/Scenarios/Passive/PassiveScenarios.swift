extension ScenarioSuite {
    static let passive: [Scenario] = passiveAuthentication + temporaryPasses + platformSignOn
}
