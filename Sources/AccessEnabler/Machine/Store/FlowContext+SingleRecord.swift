/// The layout up to 1.6: one record for all apps, and one for only this app, which holds logins at MVPDs whose tokens
/// aren't shared.
extension FlowContext {
    var usesSingleRecord: Bool { setup.profile.storeGeneration == .single }

    /// The record to use: this app's own if there is one, or else the shared one.
    var currentSingleRecord: SingleRecord? { store.own.single ?? visibleSharedRecord }

    /// Returns the record of that MVPD, preferably this app's own; `nil` when there is none.
    func singleRecord(of provider: String) -> SingleRecord? {
        if let own = store.own.single, own.provider == provider { return own }
        if let shared = visibleSharedRecord, shared.provider == provider { return shared }
        return nil
    }

    /// Makes an MVPD current, with an empty record.
    ///
    /// `nil` removes this app's own record or, if there is none, only the MVPD in the shared record.
    mutating func setCurrentSingleRecord(_ provider: String?) {
        guard configuration != nil else { return }
        if let provider {
            keepSingle(Bucket(), at: provider)
        } else if store.own.single != nil {
            store.own.single = nil
        } else {
            store.shared.single?.provider = nil
        }
    }

    /// Stores a record for an MVPD, in this app's own record or in the shared one, depending on the MVPD.
    ///
    /// An existing record is replaced.
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

    /// Removes the record of that MVPD.
    mutating func eraseSingleRecord(of provider: String) {
        if store.own.single?.provider == provider {
            store.own.single = nil
        } else if store.shared.single?.provider == provider {
            store.shared.single = nil
        }
    }

    /// Whether tokens of that MVPD are only for this requestor.
    func isPrivate(_ provider: String) -> Bool {
        guard let mvpd = configuration?.provider(provider) else { return false }
        return mvpd.hasAuthNPerRequestor || mvpd.isSsoDisabled
    }

    /// The shared record; `nil` when it holds a token of another requestor that this requestor may not use.
    private var visibleSharedRecord: SingleRecord? {
        guard let record = store.shared.single else { return nil }
        if let provider = record.provider, isPrivate(provider) || record.bucket.isPrivate,
            record.bucket.authentication.flatMap(requestor(of:)) != configuration?.requestor
        {
            return nil
        }
        return record
    }
}
