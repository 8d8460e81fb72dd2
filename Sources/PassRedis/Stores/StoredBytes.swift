import PassCore

/// The size of a store's records in bytes, as the server last reported it, counted in the account of all stores.
///
/// The server enforces the limit of one store exactly. What other processes have stored since the last report counts
/// toward the limit of all stores only after this store's next change or sweep.
final class StoredBytes: Sendable {
    private let account: ByteAccount
    private let known = Guarded(0)

    init(_ account: ByteAccount) {
        self.account = account
    }

    deinit {
        account.giveBack(known.withLock { $0 })
    }

    /// The number of bytes by which all stores together may grow.
    var room: Int { max(0, account.limit - account.used) }

    /// Updates the size to the one that the server reports; `nil` changes nothing.
    func update(_ told: Int64?) {
        guard let told else { return }
        let bytes = Int(min(max(told, 0), 1 << 50))
        known.withLock { known in
            if bytes > known { account.count(bytes - known) } else { account.giveBack(known - bytes) }
            known = bytes
        }
    }
}
