import PassCore
import PassDomain
import PassInstruments

/// The namespaces of one server.
///
/// A namespace is created by the first request for it that finds an endpoint and has permission; a request that finds
/// no endpoint creates only the default one. Namespaces are also created by tests, by snapshots, and from a store that
/// holds those of an earlier run or of another node. With a shared store, `SharedWorlds` decides when a request creates
/// one.
///
/// A namespace that gets no requests is removed after its own idle time. A namespace without one is removed after the
/// common idle time, unless it is pinned or holds something.
final class Namespaces: Sendable {
    private struct Known {
        /// The default namespace, which nearly all requests use; it is not in the table.
        var standard: Namespace?
        var others: [NamespaceName: Namespace] = [:]
        /// The names of the namespaces that stay until they are removed by name.
        var pinned: Set<NamespaceName> = []
        /// The times of the last two sweeps. A namespace that got a request after the earlier sweep isn't removed to
        /// make room, because the request may still be running.
        var swept: (last: Timestamp, before: Timestamp)
        /// Whether a search for namespaces to remove might find any; `false` after a search found none, until the next
        /// sweep.
        var mayHaveRoom = true

        subscript(name: NamespaceName) -> Namespace? {
            get { name.isDefault ? standard : others[name] }
            set { if name.isDefault { standard = newValue } else { others[name] = newValue } }
        }
    }

    private let known: Guarded<Known>
    private let limit: Int
    private let idle: TimeToLive
    private let journalCapacity: Int
    private let archive: JournalArchive
    private let rules: [Rule]
    private let create: @Sendable (NamespaceName) -> World

    /// Creates the namespaces of a server, of which none exists yet.
    ///
    /// - Parameters:
    ///   - limit: the largest number of namespaces beside the default one.
    ///   - idle: the time after which a namespace that holds no record and gets no request is removed.
    ///   - now: the machine's time, as for `sweep(now:)`.
    ///   - journalCapacity: how many exchanges each namespace records; 0 records none.
    ///   - archive: the archive that stores the exchanges of all namespaces.
    ///   - rules: the rules with which each namespace begins.
    ///   - create: makes a World in its start-up state. It runs under a lock, so it must be quick.
    init(
        limit: Int, idle: TimeToLive, now: Timestamp, journalCapacity: Int = 0,
        archive: JournalArchive = JournalArchive(bytes: .max), rules: [Rule] = [],
        create: @escaping @Sendable (NamespaceName) -> World
    ) {
        self.limit = limit
        self.idle = idle
        self.journalCapacity = journalCapacity
        self.archive = archive
        self.rules = rules
        self.create = create
        known = Guarded(Known(swept: (now, now)))
    }

    /// Returns the namespace of that name, if it exists.
    func find(_ name: NamespaceName) -> Namespace? {
        known.withLock { known in Self.find(name, in: known) }
    }

    /// Returns the namespace of that name and creates it if it is new; `nil` when the limit is reached.
    func findOrCreate(_ name: NamespaceName) -> Namespace? {
        known.withLock { known in findOrCreate(name, in: &known) }
    }

    /// Returns the namespace of that name as `findOrCreate` does, and keeps it from now on until it is removed by name.
    func pin(_ name: NamespaceName) -> Namespace? {
        known.withLock { known in
            guard let namespace = findOrCreate(name, in: &known) else { return nil }
            known.pinned.insert(name)
            return namespace
        }
    }

    /// Returns a namespace that the caller already uses. If it has been removed in the meantime, it is created again
    /// and pinned, even beyond the limit.
    func restorePinned(_ name: NamespaceName) -> Namespace {
        known.withLock { known in
            if let namespace = Self.find(name, in: known) { return namespace }
            known.pinned.insert(name)
            return add(name, to: &known)
        }
    }

    /// Puts a World of an earlier run or of another node into the namespace that has the World's name.
    ///
    /// The rules and the journal of the namespace stay. A missing namespace is added, even beyond the limit.
    func restore(_ world: World, isPinned: Bool, idle: TimeToLive?) -> Namespace {
        known.withLock { known in
            if isPinned { known.pinned.insert(world.name) } else { known.pinned.remove(world.name) }
            guard let old = known[world.name] else { return add(world, idle: idle, to: &known) }
            let new = old.with(world).with(idle: idle)
            known[world.name] = new
            return new
        }
    }

    /// Returns the namespace of that name, if it exists, without counting as a request for it.
    func peek(_ name: NamespaceName) -> Namespace? { known.withLock { $0[name] } }

    /// Whether a namespace stays until it is removed by name.
    func isPinned(_ name: NamespaceName) -> Bool { known.withLock { $0.pinned.contains(name) } }

    /// Removes a namespace with all its records. Requests that have begun finish in the removed namespace.
    ///
    /// - Returns: whether the namespace existed.
    func remove(_ name: NamespaceName) -> Bool {
        let removed = known.withLock { known -> Namespace? in
            known.pinned.remove(name)
            defer { known[name] = nil }
            return known[name]
        }
        removed?.journal?.feed.end()
        return removed != nil
    }

    /// All namespaces, in the order of their names.
    var all: [Namespace] {
        let all = known.withLock { known in Array(known.others.values) + (known.standard.map { [$0] } ?? []) }
        return all.sorted { $0.world.name.rawValue < $1.world.name.rawValue }
    }

    /// The number of namespaces.
    var count: Int { known.withLock { $0.others.count + ($0.standard == nil ? 0 : 1) } }

    /// Changes the time without requests after which a namespace is removed, whatever it holds; `nil` means that it is
    /// removed only while it is empty.
    func setIdle(_ idle: TimeToLive?, of name: NamespaceName) {
        known.withLock { known in known[name] = known[name]?.with(idle: idle) }
    }

    /// Replaces a namespace's World. Requests that have already begun finish in the old World.
    ///
    /// Does nothing if the namespace doesn't exist.
    ///
    /// - Parameter change: returns the new World for the old one. It runs under a lock, so it must be quick.
    func replace(_ name: NamespaceName, _ change: (World) -> World) {
        withoutActuallyEscaping(change) { change in
            known.withLock { known in
                guard let old = known[name] else { return }
                known[name] = old.with(change(old.world))
            }
        }
    }

    /// Removes a namespace if it is idle, and returns it; `nil` if it isn't idle.
    ///
    /// - Parameter now: the machine's time, by which idle time is measured.
    func removeIfIdle(_ name: NamespaceName, now: Timestamp) -> Namespace? {
        known.withLock { known in
            guard let namespace = known.others[name], namespace.idle != nil || !known.pinned.contains(name),
                isIdle(namespace, now: now)
            else { return nil }
            known.pinned.remove(name)
            return known.others.removeValue(forKey: name)
        }
    }

    /// Removes the records that have expired by the clocks of their Worlds, and begins a new interval between two
    /// sweeps.
    ///
    /// - Returns: the namespaces that are idle as far as this process knows.
    func sweepRecords(now: Timestamp) -> [Namespace] {
        let (all, pinned) = known.withLock { known in
            (Array(known.others.values) + (known.standard.map { [$0] } ?? []), known.pinned)
        }
        for namespace in all { namespace.sweep() }
        let idle = all.filter { namespace in
            !namespace.world.name.isDefault
                && (namespace.idle != nil || !pinned.contains(namespace.world.name)) && isIdle(namespace, now: now)
        }
        known.withLock { known in
            known.swept = (now, known.swept.last)
            known.mayHaveRoom = true
        }
        return idle
    }

    /// Whether a namespace has had no request for so long that it is removed.
    func isIdle(_ namespace: Namespace, now: Timestamp) -> Bool {
        if namespace.isFollowed { return false }
        if let own = namespace.idle { return now >= namespace.lastAsked + own }
        return now >= namespace.lastAsked + idle && namespace.isEmpty
    }

    private static func find(_ name: NamespaceName, in known: Known) -> Namespace? {
        guard let namespace = known[name] else { return nil }
        if !name.isDefault { namespace.recordRequest(at: known.swept.last) }
        return namespace
    }

    private func findOrCreate(_ name: NamespaceName, in known: inout Known) -> Namespace? {
        if let namespace = Self.find(name, in: known) { return namespace }
        guard name.isDefault || known.others.count < limit || makeRoom(in: &known) else { return nil }
        return add(name, to: &known)
    }

    private func add(_ name: NamespaceName, to known: inout Known) -> Namespace {
        add(create(name), to: &known)
    }

    private func add(_ world: World, idle: TimeToLive? = nil, to known: inout Known) -> Namespace {
        let new = Namespace(
            world: world, journal: Journal(capacity: journalCapacity, in: archive), idle: idle,
            asked: known.swept.last)
        if !rules.isEmpty { new.rules.configure(rules) }
        known[world.name] = new
        return new
    }

    /// Removes the empty namespaces whose last requests are the oldest, up to a sixteenth of the limit at once.
    ///
    /// A client that keeps naming new namespaces thus causes one search for many of them.
    ///
    /// - Returns: whether any was removed.
    private func makeRoom(in known: inout Known) -> Bool {
        guard known.mayHaveRoom else { return false }
        let free = known.others.filter { name, namespace in
            namespace.lastAsked < known.swept.before && !known.pinned.contains(name) && namespace.isEmpty
                && !namespace.isFollowed
        }
        let oldest = free.sorted { $0.value.lastAsked < $1.value.lastAsked }.prefix(max(1, limit / 16))
        for (name, namespace) in oldest {
            known.others[name] = nil
            namespace.journal?.feed.end()
        }
        known.mayHaveRoom = !oldest.isEmpty
        return !oldest.isEmpty
    }
}
