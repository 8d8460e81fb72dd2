/// The connection between the machine and the stored data.
///
/// The data is on two media: the app's own, and the one that its generation of SDKs shares.
///
/// A medium that fails counts as an empty store. Changes that can't be written stay in memory, and are written as soon
/// as that works again. Changes made while the medium can't be read are dropped once it can be, unless they empty the
/// store. The class isn't `Sendable`, because the driver owns the only instance and uses it alone.
package final class StoreAccess {
    private let shared: StoredMedium<SharedRecord>
    private let own: StoredMedium<OwnRecord>
    private let older: [any TokenStorage]
    private let generation: StoreGeneration
    /// Whether the importer has finished with the older stores, so that they aren't read any more.
    private var isImported = false

    package init(_ provider: any TokenStorageProvider, _ generation: StoreGeneration) {
        self.generation = generation
        shared = StoredMedium(provider.shared(generation))
        own = StoredMedium(provider.own)
        older = StoreGeneration.allCases.filter { $0 < generation }.sorted(by: >).map { provider.shared($0) }
    }

    /// Reads the stored data, runs `body` and stores what it changes, all under the locks of the media.
    ///
    /// The older stores are read before the locks are taken.
    ///
    /// - Parameters:
    ///   - readsOlder: whether `body` may import from the older stores.
    ///   - probesWriting: whether to test first that the shared medium can be written (for `INTEGRITY_CHECK_ALL`). A
    ///     failure of the test is the store's `damage`.
    ///   - body: runs exactly once, whatever fails. It must not block, and must not use the store again.
    package func perform<Value>(
        readsOlder: Bool = false, probesWriting: Bool = false, _ body: (inout EntitlementStore) -> Value
    ) -> Value {
        let older = readsOlder && !isImported ? older.compactMap { read($0) } : []
        let failure = probesWriting ? shared.probe() : nil
        return shared.access { record, sharedDamage in
            own.access { ownRecord, ownDamage in
                var store = EntitlementStore()
                store.shared = record
                store.own = ownRecord
                store.older = older
                store.damage = failure.map { .medium($0) } ?? sharedDamage ?? ownDamage
                let value = body(&store)
                record = store.shared
                ownRecord = store.own
                if store.damage == nil { (sharedDamage, ownDamage) = (nil, nil) }
                isImported = ownRecord.imported.contains(generation.rawValue)
                return value
            }
        }
    }

    /// Returns what an older SDK left; `nil` when that is empty or can't be read.
    private func read(_ storage: any TokenStorage) -> SharedRecord? {
        (try? storage.access { $0 }).flatMap { $0 }.flatMap { try? SharedRecord(bytes: $0) }
    }
}
