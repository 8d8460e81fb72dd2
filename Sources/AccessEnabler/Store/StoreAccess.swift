/// The connection between the machine and the stored data.
///
/// The data is on two media: the app's own, and the one that the SDKs of its generation share.
///
/// A medium that fails counts as an empty store. Changes that can't be written stay in memory, and are written as soon
/// as the medium can be written again. Changes made while the medium can't be read stay in memory, too, up to a
/// megabyte; once it can be read, they are merged with what is stored, or replace it if they emptied the store. A
/// logout also empties the media of the other generations. The class isn't `Sendable`, because the driver owns the only
/// instance, and nothing else uses it.
package final class StoreAccess {
    private let shared: StoredMedium<SharedRecord>
    private let own: StoredMedium<OwnRecord>
    /// The media of the earlier generations, newest first.
    private let older: [StoredMedium<SharedRecord>]
    /// The media of the later generations.
    private let later: [StoredMedium<SharedRecord>]
    /// Whether nothing is imported any more, so that the older stores needn't be read.
    private var isImportOver = false

    package init(_ provider: any TokenStorageProvider, _ generation: StoreGeneration) {
        shared = StoredMedium(provider.shared(generation))
        own = StoredMedium(provider.own)
        older = StoreGeneration.allCases.filter { $0 < generation }.sorted(by: >)
            .map { StoredMedium(provider.shared($0)) }
        later = StoreGeneration.allCases.filter { $0 > generation }.map { StoredMedium(provider.shared($0)) }
    }

    /// Reads the stored data, runs `body` and stores what it changes, all under the locks of the media.
    ///
    /// The older stores are read before the locks are taken, and the stores of other generations are emptied after the
    /// locks are released: no app ever holds the locks of two generations at the same time.
    ///
    /// - Parameters:
    ///   - readsOlder: whether `body` may import from the older stores.
    ///   - probesWriting: whether to test first that the shared medium can be written (for `INTEGRITY_CHECK_ALL`). A
    ///     failure of the test is the store's `damage`.
    ///   - body: runs exactly once, whatever fails. It must not block, and must not use the store again.
    package func perform<Value>(
        readsOlder: Bool = false, probesWriting: Bool = false, _ body: (inout EntitlementStore) -> Value
    ) -> Value {
        let records = readsOlder && !isImportOver ? older.compactMap { $0.read() } : []
        let failure = probesWriting ? shared.probe() : nil
        var erasesOthers = false
        defer {
            for medium in older + later {
                if erasesOthers { medium.erase() } else { medium.writeHeld() }
            }
        }
        return shared.access { record, sharedDamage in
            own.access { ownRecord, ownDamage in
                var store = EntitlementStore()
                store.shared = record
                store.own = ownRecord
                store.older = records
                store.damage = failure.map { .medium($0) } ?? sharedDamage ?? ownDamage
                let value = body(&store)
                record = store.shared
                ownRecord = store.own
                if store.damage == nil { (sharedDamage, ownDamage) = (nil, nil) }
                isImportOver = record.isImportOver
                erasesOthers = store.erasesOtherGenerations
                return value
            }
        }
    }
}

extension StoredMedium<SharedRecord> {
    /// Empties another generation's medium unless it is empty; if it fails, `writeHeld` empties it after a later input.
    fileprivate func erase() {
        access { record, damage in
            if !record.isEmpty || damage != nil { record.erase() }
            damage = nil
        }
    }
}
