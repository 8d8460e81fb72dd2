package import PassCore

/// Decides about access with temporary passes, and records their holders, their start and the resources used (Adobe,
/// "TempPass" and "Promotional TempPass").
///
/// A pass begins with its holder's first permitted authorization and ends a fixed time later, whatever was watched. It
/// stays expired until it is reset.
package final class TemporaryPassService: Sendable {
    let catalog: Catalog
    let devices: any DeviceSealer
    let temporaryPassUses: any RecordStore<TemporaryPassUse>

    package init(catalog: Catalog, devices: any DeviceSealer, temporaryPassUses: any RecordStore<TemporaryPassUse>) {
        self.catalog = catalog
        self.devices = devices
        self.temporaryPassUses = temporaryPassUses
    }

    /// A pass and the names of its holder.
    package struct Holding: Sendable, Hashable {
        package var requestor: RequestorID
        package var mvpd: MVPDID
        package var pass: TemporaryPass
        /// The names of the holder: the device; for a promotional pass the identity, then the device. A use under any
        /// of the names counts as a use by the holder.
        package var holders: [ExactText]

        var keys: [TemporaryPassUse.Key] {
            holders.map { TemporaryPassUse.Key(requestor: requestor, mvpd: mvpd, holder: $0) }
        }
    }

    /// Returns the pass of a login. If the client of a basic pass named no device, the session is the holder.
    package func holding(
        at integration: Integration, subscriber: SubscriberID, session: SessionID, device: DeviceBinding
    ) -> Holding {
        let pass = integration.mvpd.temporaryPass
        let device = device == .unbound ? nil : device.fingerprint
        let holders =
            pass.identity == nil
            ? [device ?? ExactText(session.rawValue)] : [ExactText(subscriber.rawValue)] + (device.map { [$0] } ?? [])
        return Holding(requestor: integration.requestor, mvpd: integration.mvpd.id, pass: pass, holders: holders)
    }

    /// Returns the usage of the pass, merged from the records of all names of its holder; `nil` before the first use.
    package func use(of holding: Holding, now: Timestamp) throws -> TemporaryPassUse? {
        var merged: TemporaryPassUse?
        for key in holding.keys {
            guard let use = try temporaryPassUses.find(key, now: now) else { continue }
            guard var whole = merged else {
                merged = use
                continue
            }
            whole.began = min(whole.began, use.began)
            let known = Set(whole.resources)
            whole.resources += use.resources.filter { !known.contains($0) }
            merged = whole
        }
        return merged
    }

    /// Returns the time at which the pass ends or ended. The time to live of a pass that isn't in use yet counts from
    /// now.
    package func end(of holding: Holding, now: Timestamp) throws -> Timestamp {
        (try use(of: holding, now: now)?.began ?? now.wholeSecond) + holding.pass.timeToLive
    }

    /// Returns the reason why the pass gives no access now; `nil` if it gives access.
    ///
    /// - Parameter resource: the requested resource, since a pass that is used up still covers the resources for which
    ///   it was used; `nil` asks about the pass as a whole.
    package func refusal(
        of holding: Holding, for resource: Resource? = nil, now: Timestamp
    ) throws -> TemporaryAccessRefusal? {
        guard let use = try use(of: holding, now: now) else { return nil }
        let end = use.began + holding.pass.timeToLive
        guard Check.note(now < end, .expiry(.temporaryPass, expires: end, now: now)) else { return .durationExceeded }
        guard let limit = holding.pass.resources else { return nil }
        let isCovered = resource.map { use.resources.contains($0.name) } ?? false
        let hasRoom = Check.note(
            use.resources.count < limit || isCovered, .passResources(used: use.resources.count, limit: limit))
        return hasRoom ? nil : .resourcesExceeded
    }

    /// The result of an authorization with a pass.
    package enum Outcome: Sendable, Hashable {
        case permitted(until: Timestamp)
        case denied(Denial)
    }

    /// Uses the pass for a resource: the first use begins the pass, and each new resource counts towards its limit.
    ///
    /// If two requests with a common name of the holder ask at the same time, and the pass covers only one more
    /// resource, exactly one request succeeds. Nothing is recorded for the other request, under any of its names.
    ///
    /// - Throws: `.storeFull`; in that case nothing is used either.
    package func take(_ holding: Holding, for resource: Resource, now: Timestamp) throws -> Outcome {
        let known = try use(of: holding, now: now)
        var taken =
            known
            ?? TemporaryPassUse(
                key: holding.keys[0], began: now.wholeSecond, timeToLive: holding.pass.timeToLive, resources: [])
        let end = taken.began + holding.pass.timeToLive
        let used = taken.resources.count
        func note(_ denial: Denial?) {
            if denial == .passUsedUp {
                Check.note(false, .passResources(used: used, limit: holding.pass.resources ?? 0))
            } else {
                Check.note(denial == nil, .expiry(.temporaryPass, expires: end, now: now))
            }
        }
        if case .denied(let denial) = taken.charge(resource.name, holding.pass, now: now) {
            note(denial)
            return .denied(denial)
        }
        taken.holders = holding.holders
        var began: [TemporaryPassUse] = []
        var counted: [TemporaryPassUse.Key] = []
        func undo() throws {
            try takeBack(began, now: now)
            try takeBack(resource.name, from: counted, now: now)
        }
        for key in holding.keys {
            taken.key = key
            let charge: TemporaryPassUse.Charge?
            do {
                charge = try temporaryPassUses.upsert(taken, now: now) { record in
                    record.charge(resource.name, holding.pass, now: now)
                }
            } catch {
                try undo()
                throw error
            }
            switch charge {
            case nil: began.append(taken)
            case .counted: counted.append(key)
            case .free: break
            case .denied(let denial):
                // A simultaneous request under this name took the last resource.
                try undo()
                note(denial)
                return .denied(denial)
            }
        }
        note(nil)
        return .permitted(until: end)
    }

    /// Discards the uses that a refused request began, unless another request has changed them in the meantime.
    private func takeBack(_ began: [TemporaryPassUse], now: Timestamp) throws {
        for use in began {
            try temporaryPassUses.update(use.key, now: now) { record in
                if record == use { record.expires = now }
            }
        }
    }

    /// Removes the resource of a refused request from the uses in which it was counted.
    private func takeBack(_ resource: ExactText, from keys: [TemporaryPassUse.Key], now: Timestamp) throws {
        for key in keys {
            try temporaryPassUses.update(key, now: now) { $0.resources.removeAll { $0 == resource } }
        }
    }

    /// Returns the user metadata of a promotional pass: the remaining resources, the used ones, and the end in
    /// milliseconds since 1970.
    package func metadata(of holding: Holding, now: Timestamp) throws -> MetadataValues {
        let used = try use(of: holding, now: now)?.resources ?? []
        var metadata: MetadataValues = [
            "used_assets": .array(used.map { .string($0.string) }),
            "expiration_date": .integer(try end(of: holding, now: now).milliseconds),
        ]
        if let limit = holding.pass.resources {
            metadata["remaining_resources"] = .integer(Int64(max(0, limit - used.count)))
        }
        return metadata
    }
}

extension TemporaryPassUse {
    /// The cost of one use.
    fileprivate enum Charge {
        /// The resource is new and counts.
        case counted
        /// The resource was used before, or the pass has no limit.
        case free
        case denied(Denial)
    }

    /// Uses the pass for a resource, unless the pass has ended or, for a new resource, is used up.
    fileprivate mutating func charge(_ resource: ExactText, _ pass: TemporaryPass, now: Timestamp) -> Charge {
        guard now < began + pass.timeToLive else { return .denied(.passOver) }
        guard let limit = pass.resources, !resources.contains(resource) else { return .free }
        guard resources.count < limit else { return .denied(.passUsedUp) }
        resources.append(resource)
        return .counted
    }
}
