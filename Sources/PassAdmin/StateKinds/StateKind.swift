import PassCore
import PassDomain
import PassEndpointKit

/// A kind of state, such as sessions: how its entries are listed, changed and removed.
protocol StateKind: Sendable {
    /// The name in paths, e.g. `sessions`.
    var name: String { get }
    /// The members by which a list can be filtered.
    var filters: [String] { get }

    /// Returns all entries, in no particular order.
    func entries(_ scope: StateScope) throws -> [StateEntry]

    /// Returns the entry with that identifier; `nil` if there is none.
    func entry(_ id: String, _ scope: StateScope) throws -> StateEntry?

    /// Returns the number of entries.
    func count(_ scope: StateScope) throws -> Int

    /// Changes an entry by the members of a request's content. If the entries of the kind are settings, an unknown
    /// identifier creates one.
    ///
    /// - Returns: the entry after the change; `nil` if there is none and none is created.
    /// - Throws: `EntitlementFailure.malformedParameter` or `ControlProblem` if the change can't be made. In that case
    ///   nothing has changed.
    func change(_ id: String, by exchange: Exchange, _ scope: StateScope) throws -> StateChange?

    /// Removes or ends an entry.
    ///
    /// - Returns: whether there was such an entry.
    func remove(_ id: String, _ scope: StateScope) throws -> Bool
}

extension StateKind {
    func entry(_ id: String, _ scope: StateScope) throws -> StateEntry? {
        try entries(scope).first { $0.id.hasSameBytes(as: id) }
    }
}

/// The result of a change.
struct StateChange: Sendable {
    let entry: StateEntry
    /// Whether the change created the entry.
    var isNew = false
}

/// The World whose state an operation reads or changes, and the current time.
struct StateScope: Sendable {
    let world: World
    let now: Timestamp
    let control: any StateControl
}
