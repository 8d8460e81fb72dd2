import PassCore
import PassInstruments

/// The pseudonyms of the secrets in a journal that goes on.
final class RunningMask: Sendable {
    /// The most secrets that are remembered; beyond, only those in the journal's entries are.
    private static let most = 100_000

    private let journal: Journal
    private let key: [UInt8]
    private let secrets: Guarded<ExchangeSecrets>

    init(_ journal: Journal, key: [UInt8]) {
        self.journal = journal
        self.key = key
        secrets = Guarded(ExchangeSecrets(journal.entries))
    }

    /// Returns what makes pseudonyms of all secrets so far, those of an entry included.
    func mask(with entry: JournalEntry) -> SecretMask {
        secrets.withLock { secrets in
            if secrets.count > Self.most { secrets = ExchangeSecrets(journal.entries) }
            secrets.add(entry)
            return secrets.mask(key: key)
        }
    }
}
