/// The rules of the store, for the flows: which record is this requestor's, and what an event erases.
///
/// Source: "iOS/tvOS SDK overview", token storage.
extension EntitlementMachine {
    /// The MVPD that is current for this requestor, whether or not it is still in the list.
    var currentProviderID: String? {
        usesSingleRecord ? currentSingleRecord?.provider : requestorBucket.currentProvider
    }

    /// Makes an MVPD current, or none; what was stored for another one that was current goes.
    mutating func setCurrentProvider(_ id: String?) {
        guard id != currentProviderID else { return }
        if usesSingleRecord {
            setCurrentSingleRecord(id)
        } else {
            if let id, let former = requestorBucket.currentProvider, former != id {
                requestorBucket.providers[former] = nil
            }
            requestorBucket.currentProvider = id
        }
    }

    /// The record of this requestor at that MVPD, empty when there is none.
    func bucket(_ provider: String) -> Bucket {
        (usesSingleRecord ? singleRecord(of: provider)?.bucket : requestorBucket.providers[provider]) ?? Bucket()
    }

    /// Changes the record of this requestor at that MVPD, which is made when it isn't there.
    mutating func update(_ provider: String, _ change: (inout Bucket) -> Void) {
        guard let configuration = state.configuration.current else { return }
        var bucket = bucket(provider)
        change(&bucket)
        if let mvpd = configuration.provider(provider) { bucket.isPrivate = mvpd.isSsoDisabled }
        if usesSingleRecord {
            keepSingle(bucket, at: provider)
        } else {
            requestorBucket.providers[provider] = bucket
        }
    }

    /// Removes this requestor's record at its current MVPD, and forgets that MVPD; every other record stays.
    mutating func eraseCurrentProvider() {
        guard let provider = currentProviderID else { return }
        if usesSingleRecord {
            eraseSingleRecord(of: provider)
        } else {
            requestorBucket.providers[provider] = nil
            requestorBucket.currentProvider = nil
        }
    }

    /// Removes everything of all requestors and MVPDs from the media that apps share, and what is this app's alone but its client
    /// registration (logout).
    ///
    /// Stores of earlier generations stay as they are, and are not imported any more: what was logged out stays so.
    mutating func wipeStore() {
        store.shared = SharedRecord()
        if usesSingleRecord { store.own.single = nil }
        store.own.imported.insert(setup.profile.storeGeneration.rawValue)
        store.damage = nil
    }

    // MARK: The layout from 1.7 on

    /// The partition of this app's device identifier; before 1.9 there is one for all.
    var partitionName: String { partitionName(for: setup.deviceID) }

    func partitionName(for deviceID: String) -> String {
        setup.profile.storeGeneration < .partitioned ? "" : deviceID
    }

    /// This requestor's buckets, also while its configuration isn't there; what gets empty isn't kept.
    var requestorBucket: RequestorBucket {
        get {
            guard let requestor = state.requestor else { return RequestorBucket() }
            return store.shared.partitions[partitionName]?.requestors[requestor] ?? RequestorBucket()
        }
        set {
            guard let requestor = state.requestor else { return }
            store.shared[partitionName, requestor] = newValue
        }
    }
}

extension SharedRecord {
    /// The buckets of a requestor; a partition is there as long as something is in it.
    subscript(partition: String, requestor: String) -> RequestorBucket {
        get { partitions[partition]?.requestors[requestor] ?? RequestorBucket() }
        set {
            var changed = partitions[partition] ?? Partition()
            changed.requestors[requestor] = newValue == RequestorBucket() ? nil : newValue
            partitions[partition] = changed.requestors.isEmpty ? nil : changed
        }
    }
}
