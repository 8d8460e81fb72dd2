import PassCore
import PassDomain
import PassEndpointKit

/// The profiles that the service keeps for apps of REST API v2, one for each app, device and MVPD.
struct ProfileKind: StateKind {
    let name = "profiles"
    let filters = ["requestor", "mvpd", "user", "device", "client"]

    func entries(_ scope: StateScope) throws -> [StateEntry] {
        try kept(scope).map { try Self.entry($0.profile, of: $0.owner, scope) }
    }

    func count(_ scope: StateScope) throws -> Int { try kept(scope).count }

    func change(_ id: String, by exchange: Exchange, _ scope: StateScope) throws -> StateChange? {
        let content = try Self.changes(exchange, ["expires"], of: name)
        let expires = try content.time("expires")
        guard let (owner, profile) = try find(id, scope), let expires else { return nil }
        let changed = profile.expiring(at: expires)
        let isThere = try scope.world.stores.appProfiles.update(owner, now: scope.now) { $0.put(changed) } != nil
        return isThere ? StateChange(entry: try Self.entry(changed, of: owner, scope)) : nil
    }

    func remove(_ id: String, _ scope: StateScope) throws -> Bool {
        guard let (owner, profile) = try find(id, scope) else { return false }
        _ = try scope.world.stores.appProfiles.update(owner, now: scope.now) { $0.remove(profile.profile.mvpd) }
        return true
    }

    private func kept(_ scope: StateScope) throws -> [(owner: AppProfiles.Owner, profile: AppProfiles.Entry)] {
        try scope.world.stores.appProfiles.records(now: scope.now).flatMap { record in
            record.profiles.map { (record.key, $0) }
        }
    }

    private func find(_ id: String, _ scope: StateScope) throws -> (AppProfiles.Owner, AppProfiles.Entry)? {
        try kept(scope).first { Self.id(of: $0.profile, of: $0.owner).hasSameBytes(as: id) }
    }

    private static func id(of profile: AppProfiles.Entry, of owner: AppProfiles.Owner) -> String {
        StateEntry.id(
            of: owner.requestor.rawValue, owner.client.rawValue, owner.deviceID.string,
            profile.profile.mvpd.rawValue)
    }

    /// Returns the entry of a profile.
    static func entry(
        _ kept: AppProfiles.Entry, of owner: AppProfiles.Owner, _ scope: StateScope
    ) throws -> StateEntry {
        let profile = kept.profile
        var entry = StateEntry(id(of: kept, of: owner))
        entry.add("state", try word(for: profile, scope))
        entry.add("requestor", profile.requestor.rawValue)
        entry.add("mvpd", profile.mvpd.rawValue)
        entry.add("user", profile.subscriber.rawValue)
        if owner.requestor.rawValue.isEmpty {
            // The profile belongs to an identity that several apps share, and not to one app.
            entry.add("identity", owner.client.rawValue)
            entry.add("subject", owner.deviceID.string)
        } else {
            entry.add("client", owner.client.rawValue)
            entry.add("device", owner.deviceID.string)
        }
        entry.add("session", profile.session.rawValue)
        entry.add("homeBased", profile.isHomeBased)
        entry.add("partner", kept.isPartnerLogin)
        entry.add("begins", kept.begins)
        entry.add("expires", profile.expires)
        return entry
    }

    private static func word(for profile: Profile, _ scope: StateScope) throws -> String {
        if try scope.world.stores.revocations.find(profile.session, now: scope.now) != nil { return "revoked" }
        return scope.now < profile.expires ? "active" : "expired"
    }
}
