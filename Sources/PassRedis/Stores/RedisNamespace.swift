import Dispatch
import PassCore
import PassDomain

/// A namespace in the database, as one World of this process sees it.
///
/// A World follows the namespace's current generation, whichever process has published it, until another World of this
/// process takes its place. From then on, the replaced World uses only its last generation, whose records are deleted
/// when no request uses them any more.
final class RedisNamespace: Sendable {
    /// The generation on whose records an operation works.
    struct Place {
        let generation: String
        /// Whether to use the namespace's current generation instead, if it has one.
        let follows: Bool
    }

    private struct State {
        var generation: String
        var follows: Bool
        /// The revision of the description that this World last read or stored; empty if it knows none.
        var revision = ""
        var description: WorldDescription?
        /// The description to store when the namespace is published.
        var waits: WorldDescription?
    }

    let pool: RedisPool
    let name: NamespaceName
    /// The key of the namespace's hash.
    private let key: String
    private let table: NamespaceTable
    private let state: Guarded<State>

    /// Creates a namespace for a World that is about to use it.
    ///
    /// - Parameters:
    ///   - generation: the generation that the namespace gets if it has none.
    ///   - follows: whether to use the namespace's current generation instead, if it has one.
    init(_ table: NamespaceTable, _ name: NamespaceName, generation: String, follows: Bool) {
        self.table = table
        pool = table.pool
        self.name = name
        key = StoreKeys.world(name)
        state = Guarded(State(generation: generation, follows: follows))
    }

    deinit {
        table.forget(name)
        let generation = state.withLock { $0.follows ? nil : $0.generation }
        guard let generation else { return }
        let (pool, key) = (pool, key)
        // If this fails, the server itself deletes the records later.
        DispatchQueue.global(qos: .utility).async {
            _ = try? pool.run(RedisCommand(NamespaceScripts.drop, key: key, [RedisWord(generation)]), changes: true)
        }
    }

    var place: Place { state.withLock { Place(generation: $0.generation, follows: $0.follows) } }

    /// Returns a call of a script that works on this namespace.
    func call(_ script: RedisScript, _ arguments: [RedisWord]) -> RedisCommand {
        let place = place
        return RedisCommand(script, key: key, [RedisWord(place.generation), RedisWord(place.follows)] + arguments)
    }

    /// Uses one generation from now on, even if the namespace gets another one; `nil` means the generation used last.
    func stay(with generation: String?) {
        state.withLock { state in
            guard state.follows else { return }
            state.follows = false
            if let generation { state.generation = generation }
        }
    }

    /// Adds the namespace's name to the set of namespaces, after the first record has created the namespace.
    func announce() throws {
        // The server has no description of the namespace, perhaps because the server has lost its data.
        state.withLock { $0.description = nil }
        let commands = [
            RedisCommand("SADD", RedisWord(StoreKeys.namespaces), RedisWord(name.rawValue)),
            RedisCommand("INCR", RedisWord(StoreKeys.revision)),
        ]
        _ = try pool.run(commands + table.introduction, changes: true)
    }

    func publish() throws {
        try table.locks.withLock(name) {
            let (generation, waits) = state.withLock { ($0.generation, $0.waits) }
            let fields = waits.map(Self.fields) ?? []
            let replies = try pool.run(
                [
                    RedisCommand("SADD", RedisWord(StoreKeys.namespaces), RedisWord(name.rawValue)),
                    RedisCommand(NamespaceScripts.publish, key: key, [RedisWord(generation)] + fields),
                    RedisCommand("INCR", RedisWord(StoreKeys.revision)),
                ], changes: true)
            state.withLock { state in
                state.follows = true
                state.revision = replies[1][1].text ?? ""
                state.description = waits
                state.waits = nil
            }
            let old = replies[1][0].text
            if old != generation { table.replace(name, with: self, old: old) }
        }
    }

    func keep(_ description: WorldDescription) throws {
        let (place, known, revision) = state.withLock { state in
            if !state.follows { state.waits = description }
            return (Place(generation: state.generation, follows: state.follows), state.description, state.revision)
        }
        guard place.follows, known != description else { return }
        let replies = try pool.run(
            [
                RedisCommand("SADD", RedisWord(StoreKeys.namespaces), RedisWord(name.rawValue)),
                call(NamespaceScripts.keep, [RedisWord(revision)] + Self.fields(description)),
                RedisCommand("INCR", RedisWord(StoreKeys.revision)),
            ] + table.introduction, changes: true)
        guard replies[1][0].integer == 1 else {
            throw StoreError(
                .outdated, "Meanwhile another simulator has changed the namespace \(name) in the store.")
        }
        state.withLock { state in
            state.description = description
            state.revision = replies[1][2].text ?? ""
        }
    }

    /// Returns the description that the server has now; `nil` if it has none.
    func keptDescription() throws -> WorldDescription? {
        let fields = NamespaceScripts.fields.map { RedisWord($0) }
        let reply = try pool.run(RedisCommand("HMGET", [RedisWord(key)] + fields), changes: false)
        return take(reply)
    }

    /// Copies the description and the revision from a namespace's hash, and returns the description.
    @discardableResult
    func take(_ reply: RedisReply) -> WorldDescription? {
        let description = Self.description(reply)
        state.withLock { state in
            state.description = description
            state.revision = reply[1].text ?? ""
        }
        return description
    }

    func discard() throws {
        try table.locks.withLock(name) {
            guard state.withLock({ $0.follows }) else { return }
            let replies = try pool.run(
                [
                    RedisCommand("SREM", RedisWord(StoreKeys.namespaces), RedisWord(name.rawValue)),
                    call(NamespaceScripts.discard, []),
                    RedisCommand(NamespaceScripts.countRemoval, key: StoreKeys.revision, []),
                ], changes: true)
            table.replace(name, with: nil, old: replies[1].text)
        }
    }

    // MARK: Descriptions

    private static func fields(_ description: WorldDescription) -> [RedisWord] {
        var fields: [RedisWord] = [
            "snapshot", RedisWord(description.snapshot), "since", RedisWord(description.clockSince.milliseconds),
            "own", RedisWord(description.hasOwnSettings), "pinned", RedisWord(description.isPinned),
        ]
        if let idle = description.idle { fields += ["idle", RedisWord(idle.milliseconds)] }
        return fields
    }

    private static func description(_ reply: RedisReply) -> WorldDescription? {
        guard let snapshot = reply[2].bytes else { return nil }
        return WorldDescription(
            snapshot: snapshot, clockSince: Timestamp(milliseconds: reply[3].integer ?? 0),
            hasOwnSettings: reply[4].integer == 1, isPinned: reply[5].integer == 1,
            idle: reply[6].integer.map { TimeToLive(milliseconds: $0) })
    }
}

/// The namespaces that Worlds of this process use.
final class NamespaceTable: Sendable {
    private struct Weak {
        weak var namespace: RedisNamespace?
    }

    let pool: RedisPool
    /// Locks for namespaces that are published or removed, and for records that are changed.
    let locks = StripedLocks()
    private let known = Guarded<[NamespaceName: [Weak]]>([:])
    private let fingerprint = Guarded<String?>(nil)

    init(_ pool: RedisPool) {
        self.pool = pool
    }

    /// The commands that store the version of the database and the fingerprint of the signing keys for later processes.
    /// They change nothing unless the server is new or has lost its data.
    var introduction: [RedisCommand] {
        let version = RedisCommand("SET", RedisWord(StoreKeys.schema), RedisWord(StoreKeys.version), "NX")
        guard let fingerprint = fingerprint.withLock({ $0 }) else { return [version] }
        return [version, RedisCommand("SET", RedisWord(StoreKeys.keys), RedisWord(fingerprint), "NX")]
    }

    /// Sets the fingerprint of the keys with which this process signs.
    func introduce(_ fingerprint: String) {
        self.fingerprint.withLock { $0 = fingerprint }
    }

    /// Returns a namespace that a World is about to use.
    ///
    /// - Parameter generation: the generation that the namespace gets if it has none; `nil` for a new one.
    func add(_ name: NamespaceName, generation: String? = nil, follows: Bool) -> RedisNamespace {
        let generation = generation ?? SystemIdentifierSource().hex(byteCount: 8)
        let namespace = RedisNamespace(self, name, generation: generation, follows: follows)
        known.withLock { $0[name, default: []].append(Weak(namespace: namespace)) }
        return namespace
    }

    /// Makes all Worlds of a namespace except `new` stay with the generation that has been replaced.
    func replace(_ name: NamespaceName, with new: RedisNamespace?, old: String?) {
        let others = known.withLock { known in known[name, default: []].compactMap(\.namespace) }
        for other in others where other !== new { other.stay(with: old) }
    }

    /// Forgets those Worlds of a namespace that no longer exist.
    func forget(_ name: NamespaceName) {
        known.withLock { known in
            let left = known[name]?.filter { $0.namespace != nil } ?? []
            known[name] = left.isEmpty ? nil : left
        }
    }
}
