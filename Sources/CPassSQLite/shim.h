#ifndef CPASSSQLITE_SHIM_H
#define CPASSSQLITE_SHIM_H

#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast, which Swift can't see: SQLite copies the value. SQLITE_STATIC would have it stay in place. */
static inline int CPassSQLite_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
    return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

/* A blob without bytes has a null pointer in Swift, which SQLite would take for NULL. */
static inline int CPassSQLite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    if (count == 0) return sqlite3_bind_zeroblob(statement, index, 0);
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

#endif
