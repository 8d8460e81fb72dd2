/// What `setRequestor` and the making of the SDK do to the store.
extension EntitlementMachine {
    /// The store's part of `setRequestor`, in the documented order: importer, device check and sanitizer, tokens made invalid by
    /// authentication per requestor. Emits SEC412 where the profile says so. Called with the new configuration in place.
    mutating func prepareStore() {
        guard let configuration = state.configuration.current else { return }
        importOlderLogin(configuration)
        sanitize()
        clearForeignDevices()
        dropOthersTokens(configuration)
    }

    /// The check that the app chose when it made the SDK (3.8.3).
    ///
    /// `ALL` empties a store that can't be read or written, or holds a token that can't be read or stands without its device.
    mutating func checkIntegrity(_ check: IntegrityCheckType) {
        guard setup.profile.version >= SDKVersion(3, 8, 3) else { return }
        switch check {
        case .INTEGRITY_CHECK_NONE: break
        case .INTEGRITY_CHECK_CLEAR: wipeStore()
        case .INTEGRITY_CHECK_ALL:
            guard store.damage != nil || !store.shared.isWellFormed else { return }
            log(.error, "the store failed its check and is emptied")
            wipeStore()
        }
    }

    /// Removes this requestor's tokens that were issued to another one, where it must have its own; notes what isn't shared.
    private mutating func dropOthersTokens(_ configuration: RequestorConfiguration) {
        if usesSingleRecord {
            guard let record = store.shared.single, let provider = configuration.provider(record.provider),
                provider.hasAuthNPerRequestor, let owner = record.bucket.authentication?.requestor,
                owner != configuration.requestor
            else { return }
            store.shared.single = nil
            return
        }
        for (id, bucket) in requestorBucket.providers {
            guard let provider = configuration.provider(id) else { continue }
            requestorBucket.providers[id]?.isPrivate = provider.isSsoDisabled
            if isPrivate(id), let owner = bucket.authentication?.requestor, owner != configuration.requestor {
                requestorBucket.providers[id] = nil
            }
        }
    }
}

extension SharedRecord {
    /// Every bucket of every requestor.
    var buckets: [Bucket] {
        let parted = partitions.values.flatMap { $0.requestors.values.flatMap(\.providers.values) }
        return parted + (single.map { [$0.bucket] } ?? [])
    }

    /// Whether every token can be read and stands beside the device identifier that it was obtained with.
    fileprivate var isWellFormed: Bool {
        buckets.allSatisfy { bucket in
            let login = bucket.authentication.map { AuthenticationToken($0.text) != nil && !$0.deviceID.isEmpty }
            return login ?? true
                && bucket.authorizations.values.allSatisfy {
                    AuthorizationToken($0.text) != nil && !$0.deviceID.isEmpty
                }
        }
    }
}
