/// The changes to the store that `setRequestor` and the creation of the SDK make.
extension FlowContext {
    /// Prepares the store in `setRequestor`, once the new configuration is in place.
    ///
    /// The steps run in the documented order: importer, sanitizer and device check, and removal of the tokens that
    /// authentication per requestor makes invalid. SEC412 is emitted where the profile says so.
    mutating func prepareStore() {
        guard let configuration else { return }
        importOlderLogin(configuration)
        sanitize()
        clearForeignDevices()
        dropOthersTokens(configuration)
    }

    /// Checks the store in the way that the app chose when it created the SDK (3.8.3 and later).
    ///
    /// `INTEGRITY_CHECK_ALL` empties a store that can't be read or written, or that has a token which can't be read or
    /// has no device identifier.
    mutating func checkIntegrity(_ check: IntegrityCheckType) {
        guard setup.profile.version >= SDKVersion(3, 8, 3) else { return }
        switch check {
        case .INTEGRITY_CHECK_NONE: break
        case .INTEGRITY_CHECK_CLEAR: eraseStore()
        case .INTEGRITY_CHECK_ALL:
            guard store.damage != nil || !store.shared.isWellFormed(setup.xml) else { return }
            log(.error, "the store failed its check, so the SDK empties it")
            eraseStore()
        }
    }

    /// Removes this requestor's records whose token was issued to another requestor, at MVPDs that don't allow such
    /// tokens.
    ///
    /// From 1.7 on, the function also updates `isPrivate`, which keeps a record from being shared with other
    /// requestors.
    private mutating func dropOthersTokens(_ configuration: RequestorConfiguration) {
        if usesSingleRecord {
            guard let record = store.shared.single, let provider = configuration.provider(record.provider),
                provider.hasAuthNPerRequestor, let owner = record.bucket.authentication.flatMap(requestor(of:)),
                owner != configuration.requestor
            else { return }
            store.shared.single = nil
            return
        }
        for (id, bucket) in requestorBucket.providers {
            guard let provider = configuration.provider(id) else { continue }
            requestorBucket.providers[id]?.isPrivate = provider.isSsoDisabled
            if isPrivate(id), let owner = bucket.authentication.flatMap(requestor(of:)),
                owner != configuration.requestor
            {
                requestorBucket.providers[id] = nil
            }
        }
    }
}

extension SharedRecord {
    /// The buckets of all devices and requestors, and that of the single record.
    var buckets: [Bucket] {
        let parted = partitions.values.flatMap { $0.requestors.values.flatMap(\.providers.values) }
        return parted + (single.map { [$0.bucket] } ?? [])
    }

    /// Whether every token can be read and has the device identifier that it was obtained with.
    fileprivate func isWellFormed(_ xml: any EntitlementXMLReader) -> Bool {
        buckets.allSatisfy { bucket in
            let login = bucket.authentication.map {
                AuthenticationToken($0.text, using: xml) != nil && !$0.deviceID.isEmpty
            }
            return login ?? true
                && bucket.authorizations.values.allSatisfy {
                    AuthorizationToken($0.text, using: xml) != nil && !$0.deviceID.isEmpty
                }
        }
    }
}
