/// The rules of the store: which record belongs to this requestor, and what an event erases.
///
/// Source: "iOS/tvOS SDK overview", token storage.
extension FlowContext {
    /// The ID of this requestor's current MVPD, even if that MVPD isn't in the list any more.
    var currentProviderID: String? {
        usesSingleRecord ? currentSingleRecord?.provider : requestorBucket.currentProvider
    }

    /// Makes an MVPD the current one; with `nil`, no MVPD is current.
    ///
    /// If another MVPD takes the place of the current one, this requestor's record at the former MVPD is removed.
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

    /// Returns this requestor's record at that MVPD; an empty one when there is none.
    func bucket(_ provider: String) -> Bucket {
        (usesSingleRecord ? singleRecord(of: provider)?.bucket : requestorBucket.providers[provider]) ?? Bucket()
    }

    /// Changes this requestor's record at that MVPD, which is created if it is missing.
    mutating func update(_ provider: String, _ change: (inout Bucket) -> Void) {
        guard let configuration else { return }
        var bucket = bucket(provider)
        change(&bucket)
        if let mvpd = configuration.provider(provider) { bucket.isPrivate = mvpd.isSsoDisabled }
        if usesSingleRecord {
            keepSingle(bucket, at: provider)
        } else {
            requestorBucket.providers[provider] = bucket
        }
    }

    /// Removes this requestor's record at its current MVPD, so that no MVPD is current; other records stay.
    mutating func eraseCurrentProvider() {
        guard let provider = currentProviderID else { return }
        if usesSingleRecord {
            eraseSingleRecord(of: provider)
        } else {
            requestorBucket.providers[provider] = nil
            requestorBucket.currentProvider = nil
        }
    }

    /// Removes the logins of all requestors and MVPDs from this generation's store, and the login in this app's own
    /// record.
    ///
    /// The client registration and its access token stay. Stores of other generations aren't changed, but nothing is
    /// imported from them any more.
    mutating func eraseStore() {
        if usesSingleRecord { store.shared = SharedRecord() } else { store.shared.erase() }
        store.own.single = nil
        store.damage = nil
    }

    /// Removes the logins of all requestors and MVPDs from the stores of every generation (logout).
    mutating func eraseAllStores() {
        eraseStore()
        store.older = []
        store.erasesOtherGenerations = true
    }

    // MARK: The layout from 1.7 on

    /// The name of this device's partition; before 1.9 there is one partition for all devices.
    var partitionName: String { partitionName(for: setup.deviceID) }

    /// Returns the name of a device's partition.
    func partitionName(for deviceID: String) -> String {
        setup.profile.storeGeneration < .partitioned ? "" : deviceID
    }

    /// The buckets of the current requestor, even before its configuration has arrived.
    ///
    /// Assigning an empty value removes the entry from the store.
    var requestorBucket: RequestorBucket {
        get {
            guard let requestor else { return RequestorBucket() }
            return store.shared.partitions[partitionName]?.requestors[requestor] ?? RequestorBucket()
        }
        set {
            guard let requestor else { return }
            store.shared[partitionName, requestor] = newValue
        }
    }
}

extension SharedRecord {
    /// The buckets of a requestor in a partition; an entry or a partition that becomes empty is removed.
    subscript(partition: String, requestor: String) -> RequestorBucket {
        get { partitions[partition]?.requestors[requestor] ?? RequestorBucket() }
        set {
            var changed = partitions[partition] ?? Partition()
            changed.requestors[requestor] = newValue == RequestorBucket() ? nil : newValue
            partitions[partition] = changed.requestors.isEmpty ? nil : changed
        }
    }
}
