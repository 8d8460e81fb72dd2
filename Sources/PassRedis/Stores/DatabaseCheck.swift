import PassCore
import PassDomain

/// The findings of a check that reads all records in a database, even while simulators use it.
package struct DatabaseCheck: Sendable {
    /// The version of the database.
    package private(set) var version = 0
    /// The number of records of each kind in each namespace.
    package private(set) var records: [(namespace: String, kind: String, count: Int)] = []
    /// The faults in the database, one sentence each.
    package private(set) var faults: [String] = []

    /// The maximum number of faults that a check reports.
    private static let mostFaults = 20

    /// Reads all records, and changes nothing.
    ///
    /// - Throws: `StoreError` if the server can't be reached, or if its database isn't a store, or has a newer version
    ///   than this simulator's.
    package init(_ server: RedisServer) throws {
        let pool = RedisPool(server)
        defer { pool.close() }
        let found = try pool.run(RedisCommand("GET", RedisWord(StoreKeys.schema)), changes: false)
        guard found != .null else {
            throw StoreError(.damaged, "The database \(server.name) isn't a store of pass-simulator.")
        }
        version = try RedisEngine.version(found, server.name)
        let names = try pool.run(RedisCommand("SMEMBERS", RedisWord(StoreKeys.namespaces)), changes: false).array
        for name in names.compactMap(\.text).sorted() {
            guard let namespace = NamespaceName(name) else {
                note("The list of namespaces contains \(name), which isn't a valid name.")
                continue
            }
            let world = StoreKeys.world(namespace)
            let generation = try pool.run(RedisCommand("HGET", RedisWord(world), "generation"), changes: false)
            guard let generation = generation.text else { continue }
            try look(at: "\(world):\(generation)", of: name, pool)
        }
    }

    private mutating func note(_ fault: String) {
        if faults.count < Self.mostFaults { faults.append(fault) }
    }

    /// Reads the records of a generation, and notes how many there are and what is wrong with them.
    private mutating func look(at base: String, of name: String, _ pool: RedisPool) throws {
        let kinds = try pool.run(RedisCommand("HKEYS", RedisWord(base)), changes: false).array.compactMap(\.text)
        for kind in kinds.sorted() {
            var cursor = "0"
            var keys: Set<[UInt8]> = []
            repeat {
                let reply = try pool.run(
                    RedisCommand(
                        "HSCAN", RedisWord("\(base):\(kind)"), RedisWord(cursor), "COUNT",
                        RedisWord(RecordScripts.fewRecords)),
                    changes: false)
                let words = reply[1].array.compactMap(\.bytes)
                for index in stride(from: 0, to: words.count - 1, by: 2) {
                    let isNew = keys.insert(words[index]).inserted
                    if isNew, !RecordCodec.isWellFormed(words[index + 1]) {
                        let key = String(decoding: words[index], as: UTF8.self)
                        note("A record of the kind \(kind) in \(name) with the key \(key) has an unknown format.")
                    }
                }
                cursor = reply[0].text ?? "0"
            } while cursor != "0"
            if !keys.isEmpty { records.append((namespace: name, kind: kind, count: keys.count)) }
        }
    }
}
