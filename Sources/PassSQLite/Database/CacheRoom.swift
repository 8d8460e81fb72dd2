import PassCore

/// The memory (the room) that the caches of a file's stores share.
///
/// Each cache has recent and older records. When the recent records of all caches fill half of the room, they become
/// the older ones, and the previous older ones are dropped.
final class CacheRoom: Sendable {
    /// A cache that takes room.
    protocol Tenant: AnyObject, Sendable {
        /// Makes the recent records the older ones, without giving their room back.
        func age()
        /// Forgets all records, without giving their room back.
        func clear()
    }

    private struct WeakTenant: Sendable {
        weak let tenant: (any Tenant)?
    }

    private struct State: Sendable {
        var entered: [ObjectIdentifier: WeakTenant] = [:]
        /// The bytes of the recent records of all caches.
        var recent = 0
        var isClosed = false

        var tenants: [any Tenant] { entered.values.compactMap(\.tenant) }
    }

    /// The default limit, in bytes.
    static let usualLimit = 16_777_216

    /// The maximum size of all records, in bytes.
    private let limit: Int
    private let state = Guarded(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a cache without keeping it alive.
    func enter(_ tenant: some Tenant) {
        state.withLock { $0.entered[ObjectIdentifier(tenant)] = WeakTenant(tenant: tenant) }
    }

    /// Removes a cache.
    func leave(_ tenant: some Tenant) {
        _ = state.withLock { $0.entered.removeValue(forKey: ObjectIdentifier(tenant)) }
    }

    /// Takes room for a recent record. The room may exceed its limit until the next `ageIfFull()`.
    ///
    /// - Returns: whether the room is open; if it is closed, nothing is taken.
    func take(_ bytes: Int) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.recent += bytes }
            return !state.isClosed
        }
    }

    /// Gives the room of recent records back.
    func giveBack(_ bytes: Int) {
        // While `ageIfFull()` goes through the caches, some still have recent records that no longer count, so the
        // difference may be negative.
        state.withLock { $0.recent = max(0, $0.recent - bytes) }
    }

    /// Makes the recent records of all caches older ones if they fill half of the room. The caller must not hold a
    /// cache's lock.
    func ageIfFull() {
        let tenants = state.withLock { state -> [any Tenant] in
            guard state.recent > limit / 2 else { return [] }
            state.recent = 0
            return state.tenants
        }
        for tenant in tenants { tenant.age() }
    }

    /// Clears all caches; they take no records from now on.
    func close() {
        let tenants = state.withLock { state in
            state.isClosed = true
            return state.tenants
        }
        for tenant in tenants { tenant.clear() }
    }
}
