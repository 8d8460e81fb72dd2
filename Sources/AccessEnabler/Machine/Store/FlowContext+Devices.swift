/// The rules of each SDK version for tokens that were obtained with another device identifier.
///
/// Source: "iOS/tvOS SDK overview", Token Sanitizer; "SSO on iOS when using the Access Enabler"; "Error reporting",
/// SEC412.
extension FlowContext {
    /// Removes every authN token of another device, and nothing else.
    ///
    /// Versions 1.7.5 to 1.7.x do this in `setRequestor`.
    mutating func sanitize() {
        guard (SDKVersion(1, 7, 5)..<SDKVersion(1, 8)).contains(setup.profile.version) else { return }
        let deviceID = setup.deviceID
        store.shared.changeBuckets(of: partitionName) { bucket in
            if let stored = bucket.authentication, stored.deviceID != deviceID { bucket.authentication = nil }
        }
    }

    /// Removes tokens of other devices (1.8 and later).
    ///
    /// In 1.8 a single token of another device empties the whole store, whichever requestor it belongs to. From 1.9 on
    /// other devices' partitions are left alone. If a bucket in this device's partition holds a token of another device
    /// (after a file was copied or a backup restored), its tokens are removed. From 2.5 on SEC412 reports this.
    mutating func clearForeignDevices() {
        let deviceID = setup.deviceID
        switch setup.profile.version {
        case ..<SDKVersion(1, 8): break
        case ..<SDKVersion(1, 9):
            guard store.shared.buckets.contains(where: { $0.holdsToken(notOf: deviceID) }) else { return }
            log(.error, "the store has a token of another device, so the SDK empties it")
            eraseStore()
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
    /// Applies `change` to every bucket of a partition.
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
    /// Removes the tokens and the service's data about their user.
    ///
    /// `canAuthenticate` and `isPrivate` are kept.
    mutating func clearTokens() {
        let canAuthenticate = canAuthenticate
        let isPrivate = isPrivate
        self = Bucket()
        self.canAuthenticate = canAuthenticate
        self.isPrivate = isPrivate
    }

    /// Returns whether any token was obtained with a device identifier other than `deviceID`.
    fileprivate func holdsToken(notOf deviceID: String) -> Bool {
        let tokens = authorizations.values + (authentication.map { [$0] } ?? [])
        return tokens.contains { $0.deviceID != deviceID }
    }
}
