package import PassCore
package import PassDomain

/// The namespaces of one server, each made by its first request, and taken away when it is idle and holds nothing.
package final class Namespaces: Sendable {
    private struct Known {
        /// The default one, of nearly all requests, outside the table.
        var standard: Namespace?
        var others: [NamespaceName: Namespace] = [:]
        /// Those that stay until they are removed by name.
        var kept: Set<NamespaceName> = []
        /// When the last two sweeps were. What was asked for since the one before the last may still be at work.
        var swept: (last: Timestamp, before: Timestamp)
        /// Whether some could be taken away to make room, as far as is known.
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
    private let create: @Sendable (NamespaceName) -> World

    /// - Parameters:
    ///   - limit: how many there may be beside the default one.
    ///   - idle: how long one stays that holds no record and isn't asked for.
    ///   - now: the machine's time, as for `sweep(now:)`.
    ///   - journalCapacity: how many exchanges each remembers; 0 records nothing.
    ///   - archive: where all of them remember.
    ///   - create: makes a World in its start-up state; it runs under a lock, so it must be quick.
    package init(
        limit: Int, idle: TimeToLive, now: Timestamp, journalCapacity: Int = 0,
        archive: JournalArchive = JournalArchive(bytes: .max), create: @escaping @Sendable (NamespaceName) -> World
    ) {
        self.limit = limit
        self.idle = idle
        self.journalCapacity = journalCapacity
        self.archive = archive
        self.create = create
        known = Guarded(Known(swept: (now, now)))
    }

    /// The namespace of that name, if it is there.
    package func find(_ name: NamespaceName) -> Namespace? {
        known.withLock { known in Self.find(name, in: known) }
    }

    /// The namespace of that name, made now if it is new; `nil` when there are as many as there may be.
    package func findOrCreate(_ name: NamespaceName) -> Namespace? {
        known.withLock { known in findOrCreate(name, in: &known) }
    }

    /// The namespace of that name as `findOrCreate` gives it, which stays from now on until it is removed.
    package func keep(_ name: NamespaceName) -> Namespace? {
        known.withLock { known in
            guard let namespace = findOrCreate(name, in: &known) else { return nil }
            known.kept.insert(name)
            return namespace
        }
    }

    /// The namespace of a name that was kept; one that was removed since is made anew, however many there are.
    package func kept(_ name: NamespaceName) -> Namespace {
        known.withLock { known in
            if let namespace = Self.find(name, in: known) { return namespace }
            known.kept.insert(name)
            return add(name, to: &known)
        }
    }

    /// Removes a namespace with all its records. Requests that have begun end in it.
    ///
    /// - Returns: whether it was there.
    package func remove(_ name: NamespaceName) -> Bool {
        let removed = known.withLock { known -> Namespace? in
            known.kept.remove(name)
            defer { known[name] = nil }
            return known[name]
        }
        return removed != nil
    }

    /// Puts a World in the place of a namespace's; requests that were taken up before end in the old one.
    ///
    /// - Parameter change: gives the new World for the old; it runs under a lock, so it must be quick. Of a namespace that
    ///   isn't there nothing is changed.
    package func replace(_ name: NamespaceName, _ change: (World) -> World) {
        withoutActuallyEscaping(change) { change in
            known.withLock { known in
                guard let old = known[name] else { return }
                known[name] = old.with(change(old.world))
            }
        }
    }

    /// Removes the records that have expired by the clocks of their Worlds, and idle namespaces.
    ///
    /// - Parameter now: the machine's time, by which idleness is counted.
    /// - Returns: how many namespaces were removed.
    @discardableResult
    package func sweep(now: Timestamp) -> Int {
        let all = known.withLock { known in Array(known.others.values) + (known.standard.map { [$0] } ?? []) }
        for namespace in all { namespace.sweep() }
        let isIdle = { [idle] (namespace: Namespace) in now >= namespace.lastAsked + idle && namespace.isEmpty }
        // Most aren't idle, which is found out without holding others up.
        let candidates = all.filter { !$0.world.name.isDefault && isIdle($0) }.map(\.world.name)
        let removed = known.withLock { known -> [Namespace] in
            known.swept = (now, known.swept.last)
            known.mayHaveRoom = true
            return candidates.compactMap { name in
                guard let namespace = known.others[name], !known.kept.contains(name), isIdle(namespace) else {
                    return nil
                }
                return known.others.removeValue(forKey: name)
            }
        }
        return removed.count
    }

    private static func find(_ name: NamespaceName, in known: Known) -> Namespace? {
        guard let namespace = known[name] else { return nil }
        if !name.isDefault { namespace.ask(at: known.swept.last) }
        return namespace
    }

    private func findOrCreate(_ name: NamespaceName, in known: inout Known) -> Namespace? {
        if let namespace = Self.find(name, in: known) { return namespace }
        guard name.isDefault || known.others.count < limit || makeRoom(in: &known) else { return nil }
        return add(name, to: &known)
    }

    private func add(_ name: NamespaceName, to known: inout Known) -> Namespace {
        let new = Namespace(
            world: create(name), journal: Journal(capacity: journalCapacity, in: archive), asked: known.swept.last)
        known[name] = new
        return new
    }

    /// Removes the empty namespaces whose last requests are the oldest, a sixteenth of all at once: a client that names new ones without end
    /// causes one search for many of them.
    private func makeRoom(in known: inout Known) -> Bool {
        guard known.mayHaveRoom else { return false }
        let free = known.others.filter { name, namespace in
            namespace.lastAsked < known.swept.before && !known.kept.contains(name) && namespace.isEmpty
        }
        let oldest = free.sorted { $0.value.lastAsked < $1.value.lastAsked }.prefix(max(1, limit / 16))
        for (name, _) in oldest { known.others[name] = nil }
        known.mayHaveRoom = !oldest.isEmpty
        return !oldest.isEmpty
    }
}
