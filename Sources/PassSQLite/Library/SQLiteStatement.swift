import CPassSQLite

/// A prepared statement, which its connection keeps for the next use.
///
/// Parameters are numbered from 1, columns from 0.
final class SQLiteStatement {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        sqlite3_finalize(pointer)
    }

    /// Ends the current use of the statement, during which SQLite may keep a view of the file open.
    func reset() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }

    func bind(_ index: Int32, _ number: Int64) throws(SQLiteError) {
        try check(sqlite3_bind_int64(pointer, index, number))
    }

    func bind(_ index: Int32, _ number: Int64?) throws(SQLiteError) {
        if let number { try bind(index, number) } else { try check(sqlite3_bind_null(pointer, index)) }
    }

    func bind(_ index: Int32, _ text: String) throws(SQLiteError) {
        var text = text
        try check(
            text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    CPassSQLite_bind_text(pointer, index, characters.baseAddress, Int32(clamping: characters.count))
                }
            })
    }

    func bind(_ index: Int32, _ bytes: [UInt8]) throws(SQLiteError) {
        try check(
            bytes.withUnsafeBytes { bytes in
                CPassSQLite_bind_blob(pointer, index, bytes.baseAddress, Int32(clamping: bytes.count))
            })
    }

    /// Moves to the next row.
    ///
    /// - Returns: whether there is one.
    func step() throws(SQLiteError) -> Bool {
        let result = sqlite3_step(pointer)
        switch result {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw error(result)
        }
    }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

    /// The integer in a column; `nil` for NULL.
    func integerIfPresent(_ column: Int32) -> Int64? {
        sqlite3_column_type(pointer, column) == SQLITE_NULL ? nil : integer(column)
    }

    /// The bytes of a string or a blob; empty for NULL.
    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(pointer, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column))))
    }

    func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

    private func check(_ result: Int32) throws(SQLiteError) {
        if result != SQLITE_OK { throw error(result) }
    }

    private func error(_ result: Int32) -> SQLiteError {
        SQLiteError(code: result, message: String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer))))
    }
}
