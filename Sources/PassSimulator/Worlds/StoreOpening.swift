import PassCore
import PassCrypto
import PassDomain
import PassNetwork
import PassStore

#if SQLite
    import PassSQLite
#endif
#if Redis
    import PassRedis
#endif

/// The maintenance of a store, which needs no running simulator.
package enum StoreMaintenance {
    /// Reads the whole store of a configuration, and changes nothing.
    ///
    /// - Returns: whether the store is sound, and the findings, one line each.
    /// - Throws: `SimulatorError` for a file or a database that is no store.
    package static func check(_ configuration: Configuration) throws(SimulatorError) -> (isSound: Bool, lines: [String])
    {
        switch configuration.store {
        case .memory: return (true, [])
        case .sqlite(let file): return try check(file)
        case .redis(let database): return try configuration.check(database)
        }
    }

    private static func check(_ file: String) throws(SimulatorError) -> (isSound: Bool, lines: [String]) {
        #if SQLite
            do {
                let report = try StoreFile.check(file)
                let records = report.records.map { StoreMaintenance.line($0.namespace, $0.kind, $0.count) }
                let version = report.version > 0 ? ["version \(report.version)"] : []
                return (report.faults.isEmpty, version + records + report.faults)
            } catch {
                throw SimulatorError("\(error)")
            }
        #else
            throw Configuration.withoutSQLite(file)
        #endif
    }

    /// Returns the line about the records of a kind, whose name is a plural such as `sessions` or `passes`.
    fileprivate static func line(_ namespace: String, _ kind: String, _ count: Int) -> String {
        let ending = count != 1 ? 0 : kind.hasSuffix("sses") ? 2 : 1
        return "\(namespace): \(count) \(kind.dropLast(ending))"
    }

    /// Rewrites the file without the space that removed records have left.
    ///
    /// - Returns: the size in bytes before and after.
    /// - Throws: `SimulatorError` for a file that is no store or is in use.
    package static func compact(_ file: String) throws(SimulatorError) -> (before: Int64, after: Int64) {
        #if SQLite
            do {
                return try StoreFile.compact(file)
            } catch {
                throw SimulatorError("\(error)")
            }
        #else
            throw Configuration.withoutSQLite(file)
        #endif
    }
}

extension Configuration {
    /// Opens the engine of the configured store.
    ///
    /// - Parameter account: counts the bytes of all records.
    /// - Throws: `SimulatorError` if the store can't be used.
    func openStore(_ account: ByteAccount) throws(SimulatorError) -> any StoreEngine {
        switch store {
        case .memory: return MemoryEngine(account)
        case .sqlite(let file):
            #if SQLite
                do {
                    return try SQLiteEngine(
                        file, isRelaxed: storeDurability == .relaxed, cacheBytes: storeCacheBytes, account: account)
                } catch {
                    throw SimulatorError("\(error)")
                }
            #else
                throw Self.withoutSQLite(file)
            #endif
        case .redis(let database):
            #if Redis
                do {
                    return try RedisEngine(server(database), account: account)
                } catch {
                    throw SimulatorError("\(error)")
                }
            #else
                throw Self.withoutRedis(database)
            #endif
        }
    }

    fileprivate func check(_ database: RedisDatabase) throws(SimulatorError) -> (isSound: Bool, lines: [String]) {
        #if Redis
            do {
                let report = try DatabaseCheck(server(database))
                let records = report.records.map { StoreMaintenance.line($0.namespace, $0.kind, $0.count) }
                return (report.faults.isEmpty, ["version \(report.version)"] + records + report.faults)
            } catch {
                throw SimulatorError("\(error)")
            }
        #else
            throw Self.withoutRedis(database)
        #endif
    }

    #if !Redis
        private static func withoutRedis(_ database: RedisDatabase) -> SimulatorError {
            SimulatorError(
                "The store \(database.name) can't be opened: this build doesn't include the package trait Redis.")
        }
    #endif

    #if Redis
        private func server(_ database: RedisDatabase) throws -> RedisServer {
            var tls: TLSClientContext?
            if database.usesTLS {
                let roots = try storeAuthority.map { file in
                    guard let pem = try? FileReader.read(file) else {
                        throw SimulatorError("The file \(file) of the setting storeAuthority can't be read.")
                    }
                    return pem
                }
                tls = try TLSClientContext(trustedCertificatesPEM: roots, speaksHTTP: false)
            }
            return RedisServer(
                Self.place(database.place), database: database.number, user: database.user,
                password: database.password, tls: tls)
        }

        private static func place(_ place: RedisDatabase.Place) -> RedisPlace {
            func address(_ address: RedisDatabase.Address) -> HostAndPort {
                HostAndPort(host: address.host, port: address.port)
            }
            return switch place {
            case .server(let server): .server(address(server))
            case .sentinels(let sentinels, let master): .sentinels(sentinels.map(address), master: master)
            }
        }
    #endif

    #if !SQLite
        fileprivate static func withoutSQLite(_ file: String) -> SimulatorError {
            SimulatorError("The store \(file) can't be opened: this build doesn't include the package trait SQLite.")
        }
    #endif
}
