import AccessEnabler
import PassCore

/// A user who knows which MVPD to pick.
final class Choice: Sendable {
    private let state = Guarded<[String]?>(nil)

    /// The IDs that were offered when the wanted one was not among them.
    var refused: [String]? { state.withLock(\.self) }

    func take(_ id: String, of mvpds: [MVPD]) -> MVPD? {
        if let mvpd = mvpds.first(where: { $0.id == id }) { return mvpd }
        state.withLock { $0 = mvpds.map(\.id) }
        return nil
    }
}
