package import PassCore
package import PassDomain

/// The engine that keeps records in a database of Valkey or Redis, which several processes may share.
package final class RedisEngine: StoreEngine {
    let pool: RedisPool
    private let table: NamespaceTable
    private let account: ByteAccount

    /// Connects to the server. Keys of other programs in the database stay as they are.
    ///
    /// - Parameter account: counts the bytes of all records.
    /// - Throws: `StoreError` if the server can't be reached or refuses the user, or if a newer version has written the
    ///   database.
    package init(_ server: RedisServer, account: ByteAccount) throws {
        pool = RedisPool(server)
        table = NamespaceTable(pool)
        self.account = account
        do {
            try checkSchema()
        } catch {
            pool.close()
            throw error
        }
    }

    private func checkSchema() throws {
        let replies = try pool.run(
            [
                RedisCommand("SET", RedisWord(StoreKeys.schema), RedisWord(StoreKeys.version), "NX"),
                RedisCommand("GET", RedisWord(StoreKeys.schema)),
                // A server that is too old refuses a script of this form.
                RedisCommand(NamespaceScripts.total, key: StoreKeys.world(.default), ["", "1"]),
            ], changes: true)
        _ = try Self.version(replies[1], pool.server.name)
    }

    /// Returns the version of a database.
    ///
    /// - Throws: `StoreError` if there is no version, or one that this simulator doesn't know.
    static func version(_ reply: RedisReply, _ server: String) throws(StoreError) -> Int {
        guard let version = reply.integer, version > 0 else {
            throw StoreError(
                .damaged, "The store \(server) has no version in its key \(StoreKeys.schema). Name another database.")
        }
        guard version <= StoreKeys.version else {
            throw StoreError(
                .newer,
                "A newer version of pass-simulator wrote the store \(server). The store has version \(version), but "
                    + "this pass-simulator knows only versions up to \(StoreKeys.version). Use the newer "
                    + "pass-simulator, or name another database."
            )
        }
        return Int(version)
    }

    package var mayWait: Bool { true }
    package var outlivesProcess: Bool { true }
    package var trouble: StoreError? { pool.failure }

    package func probe() {
        pool.probe(with: RedisCommand("SET", RedisWord(StoreKeys.probe), "1"))
    }

    package func join(_ fingerprint: String) throws {
        table.introduce(fingerprint)
        let replies = try pool.run(
            table.introduction + [RedisCommand("GET", RedisWord(StoreKeys.keys))], changes: true)
        guard replies.last?.text == fingerprint else {
            throw StoreError(
                .otherKeys,
                "The simulators on the store \(pool.server.name) sign with other keys than this one, so they would refuse "
                    + "each other's tokens. Give this one their keys (--keys-token, --keys-device, --keys-saml, or a copy "
                    + "of their data directory), or name another database.")
        }
    }

    package func shelf(for name: NamespaceName, isFinished: Bool) -> any StoreShelf {
        shelf(table.add(name, follows: isFinished))
    }

    private func shelf(_ namespace: RedisNamespace) -> RedisShelf { RedisShelf(namespace, table.locks, account) }

    // MARK: Namespaces of other processes

    package func keptNamespaces() throws -> [KeptNamespace] {
        let names = try names()
        return try zip(names, hashes(of: names, NamespaceScripts.fields)).compactMap(kept)
    }

    package func kept(_ name: NamespaceName) throws -> KeptNamespace? {
        try kept(name, hashes(of: [name], NamespaceScripts.fields)[0])
    }

    private func kept(_ name: NamespaceName, _ fields: RedisReply) -> KeptNamespace? {
        guard let generation = fields[0].text else { return nil }
        let namespace = table.add(name, generation: generation, follows: true)
        return KeptNamespace(name: name, shelf: shelf(namespace), description: namespace.take(fields))
    }

    package func revision() throws -> UInt64 {
        let reply = try pool.run(RedisCommand("GET", RedisWord(StoreKeys.revision)), changes: false)
        return UInt64(clamping: reply.integer ?? 0)
    }

    package func revisions() throws -> [NamespaceName: UInt64] {
        let names = try names()
        let found = try zip(names, hashes(of: names, ["revision"])).compactMap { name, fields in
            fields[0].integer.map { (name, UInt64(clamping: $0)) }
        }
        return Dictionary(uniqueKeysWithValues: found)
    }

    private func names() throws -> [NamespaceName] {
        let reply = try pool.run(RedisCommand("SMEMBERS", RedisWord(StoreKeys.namespaces)), changes: false)
        return reply.array.compactMap { $0.text.flatMap { NamespaceName($0) } }.sorted { $0.rawValue < $1.rawValue }
    }

    /// Returns the fields of each namespace's hash.
    private func hashes(of names: [NamespaceName], _ fields: [String]) throws -> [RedisReply] {
        if names.isEmpty { return [] }
        let commands = names.map { name in
            RedisCommand("HMGET", [RedisWord(StoreKeys.world(name))] + fields.map { RedisWord($0) })
        }
        return try pool.run(commands, changes: false)
    }

    package func close() { pool.close() }
}
