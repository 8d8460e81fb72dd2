import PassCore
import PassInstruments

/// The pseudonyms of the secrets in a journal, updated as the journal records more exchanges.
final class RunningMask: Sendable {
    /// The maximum number of secrets that are remembered; when it is exceeded, only those in the journal's current
    /// entries are kept.
    private static let most = 100_000

    private let journal: Journal
    private let key: [UInt8]
    private let state: Guarded<State>

    private struct State {
        var secrets: ExchangeSecrets
        var mask: SecretMask

        init(_ journal: Journal, _ key: [UInt8]) {
            secrets = ExchangeSecrets(of: journal)
            mask = secrets.mask(key: key)
            _ = secrets.takeChanges()
        }
    }

    init(_ journal: Journal, key: [UInt8]) {
        self.journal = journal
        self.key = key
        state = Guarded(State(journal, key))
    }

    /// Returns a mask for all secrets so far, including those of `entry`.
    ///
    /// The cost depends only on the new secrets, unless the caller still holds an earlier mask, because that mask is
    /// then copied first.
    func mask(with entry: JournalEntry) -> SecretMask {
        state.withLock { state in
            if state.secrets.count > Self.most { state = State(journal, key) }
            state.secrets.add(entry)
            state.mask.extend(state.secrets, state.secrets.takeChanges())
            return state.mask
        }
    }
}
