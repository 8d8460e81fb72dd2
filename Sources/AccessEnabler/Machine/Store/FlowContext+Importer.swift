/// The import of a login from the store of an earlier generation (1.7 and later).
///
/// Source: "iOS/tvOS SDK overview", Token Importer.
extension FlowContext {
    /// Imports the login that an earlier SDK left.
    ///
    /// `setRequestor` imports as soon as its configuration has arrived, before the silent logins. The driver reads the
    /// earlier stores for no other purpose (`EntitlementMachine.mayImport`).
    ///
    /// The import runs only while this requestor has no valid login of its own. A login of another requestor doesn't
    /// prevent the import, even if this requestor could use that login through single sign-on. The import runs once for
    /// each requestor, which is noted in the record that apps share, not in the app's own.
    ///
    /// The newest earlier store with a usable login wins. The MVPD, `canAuthenticate`, the authN token and the user
    /// metadata are imported; authZ tokens aren't. A token is stored for the requestor to which it was issued. From 1.9
    /// on it is stored in the partition of its device. The earlier store isn't changed.
    mutating func importOlderLogin(_ configuration: RequestorConfiguration) {
        guard setup.profile.storeGeneration > .single, !store.shared.isImportOver,
            store.shared.imported[partitionName]?.contains(configuration.requestor) != true
        else { return }
        if case .valid = ownLogin(configuration) { return }
        store.shared.imported[partitionName, default: []].insert(configuration.requestor)
        for candidate in olderLogins(configuration) {
            guard let login = usable(candidate, configuration) else { continue }
            keep(login, of: candidate)
            log(.debug, "imported the login at \(candidate.provider) from an earlier store")
            return
        }
    }

    /// A login in an earlier store, with its MVPD.
    private struct Candidate {
        var provider: String
        var bucket: Bucket
    }

    /// Returns the logins in the earlier stores, in the order in which they are tried.
    ///
    /// In each store, the single record comes first, then this requestor's buckets, then those of other requestors. A
    /// requestor's current MVPD comes before its other MVPDs. This app's own single record comes last of all.
    private func olderLogins(_ configuration: RequestorConfiguration) -> [Candidate] {
        var candidates: [Candidate] = []
        func add(_ record: SingleRecord?) {
            if let record, let provider = record.provider {
                candidates.append(Candidate(provider: provider, bucket: record.bucket))
            }
        }
        for record in store.older {
            add(record.single)
            // A store without partitions keeps everything under the empty name. In other stores only this device's
            // partition is read.
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

    /// Returns the token of a login that may be imported, with its requestor; `nil` for other logins.
    ///
    /// The MVPD must be in the list, and must be the current MVPD if there is one. The token must be valid. Another
    /// requestor's token is imported only if single sign-on is on for both requestors.
    private func usable(
        _ candidate: Candidate, _ configuration: RequestorConfiguration
    ) -> (stored: StoredToken, requestor: String)? {
        guard let provider = configuration.provider(candidate.provider), let stored = candidate.bucket.authentication,
            isUsable(stored, of: candidate.provider), let requestor = requestor(of: stored),
            currentProviderID == nil || currentProviderID == candidate.provider
        else { return nil }
        if requestor != configuration.requestor, candidate.bucket.isPrivate || provider.isSsoDisabled { return nil }
        return (stored, requestor)
    }

    /// Stores an imported login.
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
