/// Takes a login over from the store of an earlier generation ("iOS/tvOS SDK overview", Token Importer; 1.7 and later).
extension EntitlementMachine {
    /// Whether the next input may be the one that imports: what earlier SDKs left is read for that alone.
    package var mayImport: Bool {
        if case .configuring = state.configuration { setup.profile.storeGeneration > .single } else { false }
    }

    /// Runs once for each generation of the store, and only while this requestor has no valid login.
    ///
    /// The newest earlier store with a usable login wins. MVPD, `canAuthenticate`, authN token and user metadata come over, authZ
    /// tokens don't. A token goes to the requestor that it was issued to, from 1.9 on in the partition of its device. The
    /// earlier store is left as it is.
    mutating func importOlderLogin(_ configuration: RequestorConfiguration) {
        let generation = setup.profile.storeGeneration
        guard generation > .single, !store.own.imported.contains(generation.rawValue) else { return }
        if case .valid = ownLogin(configuration) { return }
        guard adoptable(configuration) == nil else { return }
        store.own.imported.insert(generation.rawValue)
        for candidate in olderLogins(configuration) {
            guard let login = usable(candidate, configuration) else { continue }
            keep(login, of: candidate)
            log(.debug, "imported the login at \(candidate.provider) from an earlier store")
            return
        }
    }

    private struct Candidate {
        var provider: String
        var bucket: Bucket
    }

    /// In each store first the slot of all requestors, then this requestor's buckets, then the others'.
    private func olderLogins(_ configuration: RequestorConfiguration) -> [Candidate] {
        var candidates: [Candidate] = []
        func add(_ record: SingleRecord?) {
            if let record, let provider = record.provider {
                candidates.append(Candidate(provider: provider, bucket: record.bucket))
            }
        }
        for record in store.older {
            add(record.single)
            // A store without partitions has all under the empty name; of the others only this device's matters.
            let requestors = (record.partitions[setup.deviceID] ?? record.partitions[""])?.requestors ?? [:]
            let names = requestors.keys.filter { $0 != configuration.requestor }.sorted()
            for holder in ([configuration.requestor] + names).compactMap({ requestors[$0] }) {
                let current = holder.currentProvider
                let ids = holder.providers.keys.filter { $0 != current }.sorted()
                for id in (current.map { [$0] } ?? []) + ids {
                    if let bucket = holder.providers[id] { candidates.append(Candidate(provider: id, bucket: bucket)) }
                }
            }
        }
        add(store.own.single)
        return candidates
    }

    /// The token of a login that may be imported: of an MVPD in the list, valid, and another requestor's only where it shares.
    private func usable(
        _ candidate: Candidate, _ configuration: RequestorConfiguration
    ) -> (stored: StoredToken, requestor: String)? {
        guard let provider = configuration.provider(candidate.provider), let stored = candidate.bucket.authentication,
            isUsable(stored, of: candidate.provider), let requestor = stored.requestor,
            currentProviderID == nil || currentProviderID == candidate.provider
        else { return nil }
        if requestor != configuration.requestor, candidate.bucket.isPrivate || provider.isSsoDisabled { return nil }
        return (stored, requestor)
    }

    private mutating func keep(_ login: (stored: StoredToken, requestor: String), of candidate: Candidate) {
        var bucket = Bucket()
        bucket.canAuthenticate = candidate.bucket.canAuthenticate
        bucket.authentication = login.stored
        bucket.userMetadata = candidate.bucket.userMetadata
        bucket.encryptedUserMetadata = candidate.bucket.encryptedUserMetadata
        bucket.isFromPlatform = candidate.bucket.isFromPlatform
        bucket.isPrivate = candidate.bucket.isPrivate
        var holder = store.shared[partitionName(for: login.stored.deviceID), login.requestor]
        holder.providers[candidate.provider] = bucket
        if holder.currentProvider == nil { holder.currentProvider = candidate.provider }
        store.shared[partitionName(for: login.stored.deviceID), login.requestor] = holder
    }
}
