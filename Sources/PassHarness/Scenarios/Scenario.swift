/// A test of one rule for an app, its SDK and a backend: the rule's description, and the steps that check it.
///
/// ```swift
/// Scenario(
///     "30", .authentication, "No user is logged in", given: "empty store", when: "checkAuthentication",
///     then: "SAS(0,UNA), ST N000; Net 0", source: "iOS/tvOS API reference; Error Reporting"
/// ) { stage in
///     let app = try await stage.configuredApp()
///     await app.when("checkAuthentication") { $0.checkAuthentication() }
///     try app.saw(.sas(0, .una), .st("N000"))
///     try app.sawNoCalls()
/// }
/// ```
public struct Scenario: Sendable {
    /// A kind of control over the backend that only the embedded simulator gives.
    public enum Need: String, Sendable, Hashable, CaseIterable {
        /// Control over the backend's time.
        case clock
        /// Control over the backend's configuration.
        case policy
        /// Control over which of the backend's calls fail.
        case faults
    }

    /// The scenario's number in the acceptance list, e.g. `66a`.
    public let number: String
    /// The subject of the scenario.
    public let group: ScenarioGroup
    /// A sentence, or a part of one, that names the rule.
    public let title: String
    /// The situation at the beginning, in words.
    public let given: String
    /// The call or event that is tested.
    public let when: String
    /// The expected behaviour, in the abbreviations of `EventPattern`.
    public let then: String
    /// The vendor's page that describes the behaviour, or `our choice`.
    public let source: String
    /// Whether the expected behaviour is this project's own choice; reports put such scenarios into a chapter of their
    /// own.
    public let isOurs: Bool
    /// The kinds of control that the scenario needs; it is skipped against a backend that doesn't give them.
    public let needs: Set<Need>
    /// The steps; they throw `ScenarioFailure` if the app behaves otherwise.
    public let run: @Sendable (Stage) async throws -> Void

    /// Creates a scenario.
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

    /// The title of the chapter in which the scenario is reported: its group's title, or `ownChapter`.
    public var chapter: String { isOurs ? Self.ownChapter : group.rawValue }

    /// The sort key of the number, which puts 66a between 66 and 67.
    var place: (Int, String) {
        let digits = number.prefix { $0.isNumber }
        return (Int(digits) ?? .max, String(number.dropFirst(digits.count)))
    }

    /// The title of the chapter for scenarios that are only this project's choice.
    public static let ownChapter = "Our own choices"
}

extension Stage {
    /// Skips the scenario if the backend doesn't give these kinds of control.
    ///
    /// - Throws: `ScenarioSkip`.
    public func needs(_ needs: Set<Scenario.Need>) throws {
        if case .embedded = backend { return }
        let wanted = Scenario.Need.allCases.filter(needs.contains).map(\.rawValue)
        guard wanted.isEmpty else {
            throw ScenarioSkip("needs control of the backend's \(wanted.joined(separator: ", "))")
        }
    }

    /// Skips the scenario if the backend doesn't give these kinds of control.
    ///
    /// - Throws: `ScenarioSkip`.
    public func needs(_ needs: Scenario.Need...) throws { try self.needs(Set(needs)) }
}
