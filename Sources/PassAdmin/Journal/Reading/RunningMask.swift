import PassCore
import PassInstruments

/// The pseudonyms of the secrets in a journal, updated as the journal records more exchanges.
final class RunningMask: Sendable {
    /// The maximum number of secrets that are remembered; when it is exceeded, only those in the journal's current
    /// entries are kept.
    private static let most = 100_000

    private let journal: Journal
    private let key: [UInt8]
    private let secrets: Guarded<ExchangeSecrets>

    init(_ journal: Journal, key: [UInt8]) {
        self.journal = journal
        self.key = key
        secrets = Guarded(ExchangeSecrets(of: journal))
    }

    /// Returns a mask for all secrets so far, those of `entry` included.
    func mask(with entry: JournalEntry) -> SecretMask {
        secrets.withLock { secrets in
            if secrets.count > Self.most { secrets = ExchangeSecrets(of: journal) }
            secrets.add(entry)
            return secrets.mask(key: key)
        }
    }
}
