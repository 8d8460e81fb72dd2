/// The layout up to 1.6: one record for all apps, and one of the app's own for MVPDs whose token isn't shared.
extension EntitlementMachine {
    var usesSingleRecord: Bool { setup.profile.storeGeneration == .single }

    /// This app's own record goes before the one of all apps.
    var currentSingleRecord: SingleRecord? { store.own.single ?? visibleSharedRecord }

    func singleRecord(of provider: String) -> SingleRecord? {
        if let own = store.own.single, own.provider == provider { return own }
        if let shared = visibleSharedRecord, shared.provider == provider { return shared }
        return nil
    }

    mutating func setCurrentSingleRecord(_ provider: String?) {
        guard state.configuration.current != nil else { return }
        if let provider {
            keepSingle(Bucket(), at: provider)
        } else if store.own.single != nil {
            store.own.single = nil
        } else {
            store.shared.single?.provider = nil
        }
    }

    /// Stores the record where its MVPD's tokens belong; the record that was there is replaced.
    mutating func keepSingle(_ bucket: Bucket, at provider: String) {
        var record = SingleRecord()
        record.provider = provider
        record.bucket = bucket
        if isPrivate(provider) {
            store.own.single = record
        } else {
            store.own.single = nil
            store.shared.single = record
        }
    }

    mutating func eraseSingleRecord(of provider: String) {
        if store.own.single?.provider == provider {
            store.own.single = nil
        } else if store.shared.single?.provider == provider {
            store.shared.single = nil
        }
    }

    /// Whether tokens of that MVPD are for this requestor alone.
    func isPrivate(_ provider: String) -> Bool {
        guard let mvpd = state.configuration.current?.provider(provider) else { return false }
        return mvpd.hasAuthNPerRequestor || mvpd.isSsoDisabled
    }

    /// The record of all apps, unless it holds another requestor's token that this one may not use.
    private var visibleSharedRecord: SingleRecord? {
        guard let record = store.shared.single else { return nil }
        if let provider = record.provider, isPrivate(provider) || record.bucket.isPrivate,
            record.bucket.authentication?.requestor != state.configuration.current?.requestor
        {
            return nil
        }
        return record
    }
}

extension StoredToken {
    /// The requestor that the authN token was issued to; `nil` when it can't be read.
    var requestor: String? { AuthenticationToken(text)?.requestor }
}
