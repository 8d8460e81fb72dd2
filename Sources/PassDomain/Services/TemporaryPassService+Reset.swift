package import PassCore

/// The reset of temporary passes, which a programmer's tools request (Adobe, "Reset TempPass").
extension TemporaryPassService {
    /// The holders whose passes are reset.
    package enum Holders: Sendable, Hashable {
        /// Every holder of the pass.
        case everybody
        /// The holder with this plain device identifier.
        case device(String)
        /// The holder with this identity, as the app named it.
        case identity(String)
    }

    /// Discards the recorded use of passes, so that the passes begin again. A use recorded under several names is
    /// discarded under each of them.
    ///
    /// - Throws: `.unknownRequestor`, `.malformedParameter` for an MVPD that isn't a temporary pass.
    package func reset(requestor: RequestorID, mvpd: MVPDID, _ holders: Holders, now: Timestamp) throws {
        let requestor = try catalog.requestor(requestor)
        guard let integration = catalog.integration(requestor, mvpd), integration.isTemporaryPass
        else { throw EntitlementFailure.malformedParameter("mvpd_id", reason: "isn't a temporary pass") }
        let uses = temporaryPassUses
        switch holders {
        case .everybody:
            try uses.removeAll(now: now) { $0.key.requestor == requestor.id && $0.key.mvpd == mvpd }
        case .device(let id):
            // Native and web clients with the same device identifier have different fingerprints.
            for kind in [Device.Kind.native, .web] {
                let fingerprint = devices.bind(Device(id: id, kind: kind)).fingerprint
                try forget(fingerprint, at: integration, now: now)
            }
        case .identity(let identity):
            let digest = devices.digest(ofIdentity: identity)
            try forget(ExactText(digest), at: integration, now: now)
        }
    }

    private func forget(_ holder: ExactText, at integration: Integration, now: Timestamp) throws {
        let uses = temporaryPassUses
        func key(_ holder: ExactText) -> TemporaryPassUse.Key {
            TemporaryPassUse.Key(requestor: integration.requestor, mvpd: integration.mvpd.id, holder: holder)
        }
        guard let use = try uses.remove(key(holder), now: now) else { return }
        for other in use.holders where other != holder { try uses.remove(key(other), now: now) }
        // The records of later holders that share the use contain this holder's name, but this holder's record doesn't
        // contain theirs.
        guard integration.mvpd.temporaryPass.identity != nil else { return }
        try uses.removeAll(now: now) { other in
            other.key == key(other.key.holder) && other.holders.contains(holder)
        }
    }
}
