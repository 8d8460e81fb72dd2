import PassCore
import PassDomain
import PassStore

#if SQLite
    import PassSQLite
#endif

/// Work on a store's file that no simulator serves.
package enum StoreMaintenance {
    /// Reads the whole file, and changes nothing.
    ///
    /// - Returns: whether the file is sound, and the findings, one line each.
    /// - Throws: `SimulatorError` for a file that is no store.
    package static func check(_ file: String) throws(SimulatorError) -> (isSound: Bool, lines: [String]) {
        #if SQLite
            do {
                let report = try StoreFile.check(file)
                let records = report.records.map { "\($0.namespace): \($0.count) \($0.kind)" }
                let version = report.version > 0 ? ["version \(report.version)"] : []
                return (report.faults.isEmpty, version + records + report.faults)
            } catch {
                throw SimulatorError("\(error)")
            }
        #else
            throw Configuration.withoutSQLite(file)
        #endif
    }

    /// Rewrites the file without the room of removed records.
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
                    return try SQLiteEngine(file, isRelaxed: storeDurability == .relaxed, account: account)
                } catch {
                    throw SimulatorError("\(error)")
                }
            #else
                throw Self.withoutSQLite(file)
            #endif
        }
    }

    #if !SQLite
        fileprivate static func withoutSQLite(_ file: String) -> SimulatorError {
            SimulatorError("The store \(file) can't be opened: this build is without the package's trait SQLite.")
        }
    #endif
}
