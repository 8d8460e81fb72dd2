import PassCore

/// The bytes of a store's records when the server last told them, as part of the account of all stores.
///
/// The server keeps the limit of one store exactly. The limit of all stores together counts what other processes have
/// stored since then only with this store's next change or sweep.
final class StoredBytes: Sendable {
    private let account: ByteAccount
    private let known = Guarded(0)

    init(_ account: ByteAccount) {
        self.account = account
    }

    deinit {
        account.giveBack(known.withLock { $0 })
    }

    /// The bytes by which all stores together may grow.
    var room: Int { max(0, account.limit - account.used) }

    /// Takes over what the server tells.
    func update(_ told: Int64?) {
        guard let told else { return }
        let bytes = Int(min(max(told, 0), 1 << 50))
        known.withLock { known in
            if bytes > known { account.count(bytes - known) } else { account.giveBack(known - bytes) }
            known = bytes
        }
    }
}
