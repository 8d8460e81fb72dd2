import PassCore

/// The number of records in a store, and their total size in bytes.
struct StoreTally: Sendable {
    var count = 0
    var bytes = 0
}

/// The limits of one store.
struct StoreLimits: Sendable {
    /// The maximum number of records.
    let capacity: Int
    /// The number of records up to which expired ones aren't swept.
    let leeway: Int
    /// The maximum number of bytes of this store's records.
    let share: Int
    /// Counts the bytes of all stores.
    let account: ByteAccount
}
