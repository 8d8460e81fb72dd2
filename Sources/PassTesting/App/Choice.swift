import AccessEnabler
import PassCore

/// A stand-in for the user of a picker, who picks an MVPD that the test names.
final class Choice: Sendable {
    private let state = Guarded<[String]?>(nil)

    /// The IDs of the MVPDs that were offered, if the wanted one was not among them; otherwise `nil`.
    var refused: [String]? { state.withLock(\.self) }

    /// Returns the MVPD with that ID. If it isn't offered, returns `nil` and records the offered IDs in `refused`.
    func take(_ id: String, of mvpds: [MVPD]) -> MVPD? {
        if let mvpd = mvpds.first(where: { $0.id == id }) { return mvpd }
        state.withLock { $0 = mvpds.map(\.id) }
        return nil
    }
}
