@testable import PassHarness

extension Scenario {
    static func make(
        _ number: String, _ group: ScenarioGroup = .cancellation, isOurs: Bool = false, title: String = "A title",
        needs: Set<Need> = [], run: @escaping @Sendable (Stage) async throws -> Void = { _ in }
    ) -> Scenario {
        Scenario(
            number, group, title, given: "", when: "", then: "", source: "iOS/tvOS API reference", isOurs: isOurs,
            needs: needs, run: run)
    }
}
