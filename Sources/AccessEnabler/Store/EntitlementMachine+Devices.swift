/// What each age of the SDK does with tokens that were obtained with another device identifier.
///
/// Source: "iOS/tvOS SDK overview", Token Sanitizer; "SSO on iOS when using the Access Enabler"; "Error reporting", SEC412.
extension EntitlementMachine {
    /// 1.7.5 to 1.7.x, on `setRequestor`: removes every authN token of another device, and nothing else.
    mutating func sanitize() {
        guard (SDKVersion(1, 7, 5)..<SDKVersion(1, 8)).contains(setup.profile.version) else { return }
        let deviceID = setup.deviceID
        store.shared.changeBuckets(of: partitionName) { bucket in
            if let stored = bucket.authentication, stored.deviceID != deviceID { bucket.authentication = nil }
        }
    }

    /// 1.8: one token of another device, whosever it is, and all is erased. From 1.9 on other devices' partitions are let alone,
    /// and a stranger in the own one (a copied file, a restored backup) is removed; from 2.5 on with SEC412.
    mutating func clearForeignDevices() {
        let deviceID = setup.deviceID
        switch setup.profile.version {
        case ..<SDKVersion(1, 8): break
        case ..<SDKVersion(1, 9):
            guard store.shared.buckets.contains(where: { $0.holdsToken(notOf: deviceID) }) else { return }
            log(.error, "the store holds a token of another device and is emptied")
            wipeStore()
        default:
            var didClear = false
            store.shared.changeBuckets(of: partitionName) { bucket in
                guard bucket.holdsToken(notOf: deviceID) else { return }
                bucket.clearTokens()
                didClear = true
            }
            guard didClear else { return }
            log(.error, "tokens of another device were removed")
            if setup.profile.reportsDeviceMismatch { emit("SEC412", .warning) }
        }
    }
}

extension SharedRecord {
    fileprivate mutating func changeBuckets(of partition: String, _ change: (inout Bucket) -> Void) {
        guard let requestors = partitions[partition]?.requestors else { return }
        for (requestor, holder) in requestors {
            for id in holder.providers.keys {
                guard var bucket = holder.providers[id] else { continue }
                change(&bucket)
                self[partition, requestor].providers[id] = bucket
            }
        }
    }
}

extension Bucket {
    /// Removes the tokens and what the service said of their user; that the last login succeeded stays.
    mutating func clearTokens() {
        let canAuthenticate = canAuthenticate
        let isPrivate = isPrivate
        self = Bucket()
        self.canAuthenticate = canAuthenticate
        self.isPrivate = isPrivate
    }

    fileprivate func holdsToken(notOf deviceID: String) -> Bool {
        let tokens = authorizations.values + (authentication.map { [$0] } ?? [])
        return tokens.contains { $0.deviceID != deviceID }
    }
}
