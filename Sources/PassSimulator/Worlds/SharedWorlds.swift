import Dispatch
import PassCore
import PassDomain
import PassInstruments
import Synchronization

/// Keeps the Worlds of this process the same as those of the other nodes of a shared store.
///
/// Before a request is answered, `namespace(_:)` asks the store for its revision. If the revision has changed, the node
/// copies what other nodes have changed, so a client that got an answer from one node finds its effect at every other
/// node. Changes run in `change(_:)`, one at a time among all nodes. Each change is in the store before its request is
/// answered.
///
/// Work that waits for the store runs on serial queues, so that no thread waits while it holds a `Guarded` lock.
final class SharedWorlds: Sendable {
    let worlds: Worlds
    let engine: any SharedStoreEngine
    /// The name of this node.
    let node: String
    /// This node's name and URL; `nil` until the URL is known.
    private let own = Guarded<StoreNode?>(nil)
    /// The revision of the store that this process has copied; 0 if it has to copy all Worlds.
    private let seen = Atomic<UInt64>(0)
    /// The revision of each namespace that this process has copied.
    private let known = Guarded<[NamespaceName: UInt64]>([:])
    /// The queue of this process's own changes. The first change in it waits until no other node makes a change.
    private let changing = DispatchQueue(label: "pass-simulator.worlds.changes")
    /// The queue on which this process copies the changes of other nodes, and on which its own change runs while no
    /// other node makes one.
    private let loading = DispatchQueue(label: "pass-simulator.worlds")
    /// The time of each namespace's last request at this node, as last reported to the other nodes.
    private let reported = Guarded<[NamespaceName: Timestamp]>([:])

    /// Joins the nodes of a shared store, and creates the default namespace if the store has none; `nil` if the store
    /// isn't shared.
    ///
    /// - Throws: `SimulatorError` if the store can't be used.
    init?(_ worlds: Worlds, node: String) throws(SimulatorError) {
        guard let engine = worlds.engine as? any SharedStoreEngine else { return nil }
        self.worlds = worlds
        self.engine = engine
        self.node = node
        do {
            _ = try namespace(.default)
        } catch {
            throw SimulatorError("\(error)")
        }
    }

    /// Returns a namespace with the changes of all nodes, and creates it if it is new; `nil` when the limit is reached.
    ///
    /// - Throws: `StoreError`, or the reason why the description that another node has stored can't be used.
    func namespace(_ name: NamespaceName) throws -> Namespace? {
        let revision = try engine.revision()
        if !isSeen(revision) {
            // Requests that have found the same change wait for the first of them, which copies it for all.
            try loading.sync { if !isSeen(revision) { try takeOver() } }
        }
        if let found = worlds.namespaces.find(name), worlds.isRegistered(name) { return found }
        return try change { try findOrCreate(name) }
    }

    /// Runs a change of Worlds while no other node makes one, after copying what the others have changed.
    ///
    /// - Parameter body: makes the change, and stores the descriptions of the Worlds that it concerns.
    /// - Throws: `StoreError`; the error of `body`. After an error, the next request copies all Worlds from the store
    ///   again.
    func change<Result>(_ body: () throws -> Result) throws -> Result {
        try changing.sync {
            try engine.locked {
                try loading.sync {
                    try takeOver()
                    do {
                        let result = try body()
                        try noteOwnChange()
                        return result
                    } catch {
                        known.withLock { $0 = [:] }
                        seen.store(0, ordering: .releasing)
                        throw error
                    }
                }
            }
        }
    }

    /// Whether this process has copied what the store had at a revision.
    private func isSeen(_ revision: UInt64) -> Bool { revision > 0 && revision == seen.load(ordering: .acquiring) }

    /// Returns a namespace, and creates it if it is new. The function may be called only within `change`.
    func findOrCreate(_ name: NamespaceName) throws -> Namespace? {
        if let found = worlds.namespaces.find(name), worlds.isRegistered(name) { return found }
        if let kept = try engine.kept(name) {
            try worlds.restore(kept)
            return worlds.namespaces.find(name)
        }
        guard let made = worlds.namespaces.findOrCreate(name) else { return nil }
        do {
            try worlds.keepDescription(of: name)
        } catch {
            worlds.forget(name)
            throw error
        }
        return made
    }

    /// Copies from the store what other nodes have changed.
    ///
    /// The revision is read first, so a change that another node makes meanwhile has a later revision, and the next
    /// call copies it.
    private func takeOver() throws {
        let revision = try engine.revision()
        if isSeen(revision) { return }
        let current = try engine.revisions()
        for (name, number) in current where known.withLock({ $0[name] }) != number {
            guard let kept = try engine.kept(name) else { continue }
            try worlds.restore(kept)
            known.withLock { $0[name] = number }
        }
        for namespace in worlds.namespaces.all where current[namespace.world.name] == nil {
            worlds.forget(namespace.world.name)
        }
        known.withLock { $0 = $0.filter { current[$0.key] != nil } }
        seen.store(revision, ordering: .releasing)
    }

    /// Notes that this process is up to date with the store, because it has just made the last change itself.
    private func noteOwnChange() throws {
        let (revision, current) = (try engine.revision(), try engine.revisions())
        known.withLock { $0 = current }
        seen.store(revision, ordering: .releasing)
    }

    // MARK: Nodes

    /// The time for which the other nodes still send requests to a node that has ended without `withdraw()`.
    private static let life: TimeToLive = .seconds(15)

    /// Tells the other nodes this node's URL. Later calls of `announce()` repeat it.
    func announce(_ url: String) {
        own.withLock { $0 = StoreNode(name: node, url: url) }
        announce()
    }

    /// Tells the other nodes again that this node is running; called every few seconds.
    func announce() {
        // If this fails, the next call tells them.
        if let own = own.withLock(\.self) { try? engine.announce(own, for: Self.life) }
    }

    /// Tells the other nodes that this node is shutting down.
    func withdraw() {
        // If this fails, the other nodes notice the end when `life` has passed.
        if let own = own.withLock(\.self) { try? engine.withdraw(own) }
    }

    /// Returns the other nodes that run, as far as the store knows.
    func others() throws -> [StoreNode] {
        try engine.nodes().filter { !$0.name.hasSameBytes(as: node) }
    }

    // MARK: Idle namespaces

    /// Removes expired records, and the namespaces that are idle at every node.
    ///
    /// - Parameter now: the machine's time.
    /// - Returns: the number of removed namespaces.
    func sweep(now: Timestamp) -> Int {
        let idle = worlds.namespaces.sweepRecords(now: now)
        report()
        return idle.count { namespace in
            (try? change { try remove(namespace.world.name, ifIdleAt: now) }) ?? false
        }
    }

    /// Tells the other nodes which namespaces had requests here.
    private func report() {
        let all = worlds.namespaces.all.filter { !$0.world.name.isDefault }
        let before = reported.withLock(\.self)
        var after: [NamespaceName: Timestamp] = [:]
        for namespace in all {
            let (name, asked) = (namespace.world.name, namespace.lastAsked)
            let activity = NodeActivity(key: ExactText(node), asked: asked)
            let isKnown =
                before[name] == asked
                || (try? namespace.world.stores.nodes?.activities.put(activity, now: asked)) != nil
            after[name] = isKnown ? asked : nil
        }
        let reported = after
        self.reported.withLock { $0 = reported }
    }

    private func remove(_ name: NamespaceName, ifIdleAt now: Timestamp) throws -> Bool {
        guard let namespace = worlds.namespaces.peek(name) else { return false }
        let activities = try namespace.world.stores.nodes?.activities.records(now: now) ?? []
        if let latest = activities.map(\.asked).max(), latest > namespace.lastAsked {
            namespace.recordRequest(at: latest)
        }
        guard worlds.namespaces.isIdle(namespace, now: now) else { return false }
        return try worlds.remove(name)
    }
}
