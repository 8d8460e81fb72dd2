/// Brings what is stored to the machine and back: one app's own medium and the one that its generation of SDKs shares.
///
/// A medium that fails is no store: what is written while it fails lives in memory alone, and is written as soon as that works
/// again. Not `Sendable`: the driver has one and uses it alone.
package final class StoreAccess {
    private let shared: StoredMedium<SharedRecord>
    private let own: StoredMedium<OwnRecord>
    private let older: [any TokenStorage]
    private let generation: StoreGeneration
    /// Whether the importer needs the older stores no more.
    private var isImported = false

    package init(_ provider: any TokenStorageProvider, _ generation: StoreGeneration) {
        self.generation = generation
        shared = StoredMedium(provider.shared(generation))
        own = StoredMedium(provider.own)
        older = StoreGeneration.allCases.filter { $0 < generation }.sorted(by: >).map { provider.shared($0) }
    }

    /// Reads, runs `body`, and stores what it changed, all under the media's locks; older stores are read before.
    ///
    /// - Parameters:
    ///   - readsOlder: whether `body` may import from the older stores.
    ///   - probesWriting: whether to try first that the shared medium can be written (for `INTEGRITY_CHECK_ALL`); if not, that
    ///     is the damage.
    ///   - body: runs exactly once, whatever fails. It must not wait, nor use the store again.
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

    /// What an older SDK left; `nil` when it is empty or can't be read.
    private func read(_ storage: any TokenStorage) -> SharedRecord? {
        (try? storage.access { $0 }).flatMap { $0 }.flatMap { try? SharedRecord(bytes: $0) }
    }
}
