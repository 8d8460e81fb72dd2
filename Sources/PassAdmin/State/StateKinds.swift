import PassCore
import PassDomain
import PassHTTP

/// The kinds of state, by their names in paths.
enum StateKinds {
    static let all: [any StateKind] = [
        SettingKind(name: "requestors"), SettingKind(name: "mvpds"), IntegrationKind(),
        SettingKind(name: "subscribers"),
        SessionKind(), CodeKind(), ProfileKind(), LoginKind(), DecisionKind(), AuthZTokenKind(), MediaTokenKind(),
        PassKind(), ClientKind(), LogoutKind(), RevocationKind(), LinkedDevicesKind(),
    ]

    /// Returns the kind that the path names.
    ///
    /// - Throws: `ControlProblem` for an unknown kind.
    static func find(_ name: String) throws -> any StateKind {
        if let kind = all.first(where: { $0.name.hasSameBytes(as: name) }) { return kind }
        let hint = NearestName.hint(name, among: all.map(\.name))
        throw ControlProblem(
            .notFound, "Unknown kind", "There is no such kind of state\(hint). GET /_sim/state lists the kinds.")
    }

    /// Returns the refusal of an identifier that no entry has.
    static func unknown(_ kind: any StateKind) -> ControlProblem {
        ControlProblem(.notFound, "Unknown entry", "No entry of \(kind.name) has this identifier.")
    }
}
