/// One thing that must hold between an app, its SDK and a backend: what is said of it, and the steps that show it.
///
/// ```swift
/// Scenario(
///     "30", .authentication, "Nobody is logged in", given: "empty store", when: "checkAuthentication",
///     then: "SAS(0,UNA), ST N000; Net 0", source: "iOS/tvOS API reference; Error Reporting"
/// ) { stage in
///     let app = try await stage.configuredApp()
///     await app.when("checkAuthentication") { $0.checkAuthentication() }
///     try app.saw(.sas(0, .una), .st("N000"))
///     try app.sawNoCalls()
/// }
/// ```
public struct Scenario: Sendable {
    /// A power over the backend that only an embedded simulator gives.
    public enum Need: String, Sendable, Hashable, CaseIterable {
        /// Its time is turned.
        case clock
        /// Its configuration is changed.
        case policy
        /// Its calls are made to fail.
        case faults
    }

    /// A number of the acceptance list, e.g. `66a`.
    public let number: String
    public let group: ScenarioGroup
    /// A sentence or its stump.
    public let title: String
    public let given: String
    public let when: String
    /// In the abbreviations of `EventPattern`.
    public let then: String
    /// The vendor's page, or `our choice`.
    public let source: String
    /// Whether it rests on a choice of this project's alone; such a one is reported apart.
    public let isOurs: Bool
    public let needs: Set<Need>
    public let run: @Sendable (Stage) async throws -> Void

    public init(
        _ number: String, _ group: ScenarioGroup, _ title: String, given: String, when: String, then: String,
        source: String, isOurs: Bool = false, needs: Set<Need> = [],
        run: @escaping @Sendable (Stage) async throws -> Void
    ) {
        self.number = number
        self.group = group
        self.title = title
        self.given = given
        self.when = when
        self.then = then
        self.source = source
        self.isOurs = isOurs
        self.needs = needs
        self.run = run
    }

    /// Under which it is reported: its group's title, or `ownChapter`.
    public var chapter: String { isOurs ? Self.ownChapter : group.rawValue }

    /// Where its number puts it: 66, 66a, 67.
    var place: (Int, String) {
        let digits = number.prefix { $0.isNumber }
        return (Int(digits) ?? .max, String(number.dropFirst(digits.count)))
    }

    /// The chapter of those that are ours.
    public static let ownChapter = "Our own choices"
}
