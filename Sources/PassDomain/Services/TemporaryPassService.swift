package import PassCore

/// Judges temporary passes: whose they are, since when they run, and what they were used for (Adobe, "TempPass" and
/// "Promotional TempPass").
///
/// A pass begins with its holder's first permitted authorization and ends a fixed time later, whatever was watched. It
/// stays over until it is reset.
package struct TemporaryPassService: Sendable {
    let world: World

    /// A pass and the names of the one who holds it.
    package struct Holding: Sendable, Hashable {
        package var requestor: RequestorID
        package var mvpd: MVPDID
        package var pass: TemporaryPass
        /// A use under any of them counts: the device; for a promotional pass the identity, then the device.
        package var holders: [String]

        var keys: [TemporaryPassUse.Key] {
            holders.map { TemporaryPassUse.Key(requestor: requestor, mvpd: mvpd, holder: $0) }
        }
    }

    /// The pass of a login; a client that named no device holds it by its session.
    package func holding(
        at integration: Integration, subscriber: SubscriberID, session: SessionID, device: DeviceBinding
    ) -> Holding {
        let pass = integration.mvpd.temporaryPass
        let device = device == .unbound ? nil : device.fingerprint
        let holders =
            pass.identity == nil ? [device ?? session.rawValue] : [subscriber.rawValue] + (device.map { [$0] } ?? [])
        return Holding(requestor: integration.requestor, mvpd: integration.mvpd.id, pass: pass, holders: holders)
    }

    /// How far the pass is used, under all of its holder's names; `nil` before the first use.
    package func use(of holding: Holding, now: Timestamp) throws -> TemporaryPassUse? {
        var merged: TemporaryPassUse?
        for key in holding.keys {
            guard let use = try world.stores.temporaryPassUses.find(key, now: now) else { continue }
            guard var whole = merged else {
                merged = use
                continue
            }
            whole.began = min(whole.began, use.began)
            whole.resources += use.resources.filter { !whole.resources.contains($0) }
            merged = whole
        }
        return merged
    }

    /// When the pass ends or has ended; one that isn't in use yet counts its life from now.
    package func end(of holding: Holding, now: Timestamp) throws -> Timestamp {
        (try use(of: holding, now: now)?.began ?? now.wholeSecond) + holding.pass.life
    }

    /// What came of an authorization with a pass.
    package enum Outcome: Sendable, Hashable {
        case permitted(until: Timestamp)
        case denied(Denial)
    }

    /// Uses the pass for a resource: the first time it begins, and each new resource counts.
    ///
    /// Of two at the same instant that both want the last resource under one name, exactly one gets it.
    ///
    /// - Throws: `.storeFull`.
    package func take(_ holding: Holding, for resource: Resource, now: Timestamp) throws -> Outcome {
        let known = try use(of: holding, now: now)
        var taken =
            known ?? TemporaryPassUse(key: holding.keys[0], began: now.wholeSecond, resources: [], holders: [])
        if let denial = taken.take(resource.name, holding.pass, now: now) { return .denied(denial) }
        taken.holders = holding.holders
        for key in holding.keys {
            taken.key = key
            if let denial = try keep(taken, resource.name, holding.pass, now: now) { return .denied(denial) }
        }
        return .permitted(until: taken.began + holding.pass.life)
    }

    private func keep(
        _ use: TemporaryPassUse, _ resource: String, _ pass: TemporaryPass, now: Timestamp
    ) throws -> Denial? {
        let uses = world.stores.temporaryPassUses
        func count(_ record: inout TemporaryPassUse) -> Denial? {
            record.holders += use.holders.filter { !record.holders.contains($0) }
            return record.take(resource, pass, now: now)
        }
        if let outcome = try uses.update(use.key, now: now, count) { return outcome }
        if try uses.insert(use, now: now) { return nil }
        return try uses.update(use.key, now: now, count) ?? nil
    }

    /// What a promotional pass shares of itself, by the names of user metadata: what is left, what it was used for and
    /// when it ends, in milliseconds since 1970.
    package func metadata(of holding: Holding, now: Timestamp) throws -> [String: JSONValue] {
        let used = try use(of: holding, now: now)?.resources ?? []
        var metadata: [String: JSONValue] = [
            "used_assets": .array(used.map { .string($0) }),
            "expiration_date": .integer(try end(of: holding, now: now).milliseconds),
        ]
        if let limit = holding.pass.resources {
            metadata["remaining_resources"] = .integer(Int64(max(0, limit - used.count)))
        }
        return metadata
    }
}

extension TemporaryPassUse {
    /// Uses it for a resource, unless it is over or, for a new resource, used up.
    fileprivate mutating func take(_ resource: String, _ pass: TemporaryPass, now: Timestamp) -> Denial? {
        guard now < began + pass.life else { return .passOver }
        guard let limit = pass.resources, !resources.contains(resource) else { return nil }
        guard resources.count < limit else { return .passUsedUp }
        resources.append(resource)
        return nil
    }
}
