import AccessEnabler
import PassCore

/// The user of a picker, who picks one known MVPD.
final class Choice: Sendable {
    private let state = Guarded<[String]?>(nil)

    /// The MVPD IDs that were offered when the wanted one was not among them.
    var refused: [String]? { state.withLock(\.self) }

    /// Returns the MVPD with that ID, or `nil` if it isn't offered.
    func take(_ id: String, of mvpds: [MVPD]) -> MVPD? {
        if let mvpd = mvpds.first(where: { $0.id == id }) { return mvpd }
        state.withLock { $0 = mvpds.map(\.id) }
        return nil
    }
}
