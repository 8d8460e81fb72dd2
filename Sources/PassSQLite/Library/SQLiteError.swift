import CPassSQLite
import PassDomain

/// An error code of SQLite, with the library's own message.
struct SQLiteError: Error, CustomStringConvertible {
    /// The extended result code.
    let code: Int32
    let message: String

    var description: String { "\(message) (SQLite code \(code))" }

    /// Returns the error for damage that a check of the file has found.
    static func corrupt(_ message: String) -> SQLiteError {
        // SQLite's description of the damage may have several lines.
        SQLiteError(code: SQLITE_CORRUPT, message: message.replacing("\n", with: " "))
    }

    /// The result code without its extension.
    var primaryCode: Int32 { code & 0xFF }

    /// Returns the error that callers of a store see.
    ///
    /// - Parameter path: the file of the store.
    func storeError(_ path: String) -> StoreError {
        switch primaryCode {
        case SQLITE_FULL:
            StoreError(.full, "The disk of the store \(path) is full. Nothing was changed.")
        case SQLITE_NOTADB:
            StoreError(.damaged, "The file \(path) isn't a store of this simulator, or it is damaged: \(self).")
        case SQLITE_CORRUPT:
            StoreError(
                .damaged,
                "The store \(path) is damaged: \(self). `pass-simulator store check \(path)` says more.")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN:
            StoreError(.unavailable, "The store \(path) can't be opened or written: \(self).")
        case SQLITE_BUSY, SQLITE_LOCKED:
            StoreError(.inUse, "The store \(path) is in use by another program: \(self).")
        default:
            StoreError(.unavailable, "The store \(path) failed: \(self).")
        }
    }
}
