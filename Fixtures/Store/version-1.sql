-- A store of version 1, as the command line tool of SQLite reads it. Written by hand.
PRAGMA application_id = 1348563795;
PRAGMA user_version = 1;
CREATE TABLE namespaces (id INTEGER PRIMARY KEY, name TEXT UNIQUE, snapshot BLOB, clock_since INTEGER NOT NULL DEFAULT 0, own_settings INTEGER NOT NULL DEFAULT 0, pinned INTEGER NOT NULL DEFAULT 0, idle INTEGER);
CREATE TABLE records (namespace INTEGER NOT NULL, kind TEXT NOT NULL, key BLOB NOT NULL, expires INTEGER NOT NULL, size INTEGER NOT NULL, body BLOB NOT NULL, UNIQUE (namespace, kind, key));
CREATE INDEX records_by_expiry ON records (namespace, kind, expires, size);
INSERT INTO namespaces (id, name, pinned) VALUES (1, 'default', 0), (4, 'suite-1', 1), (5, NULL, 0);
INSERT INTO records VALUES (1, 'revocations', CAST('session-1' AS BLOB), 1060000, 160, CAST(char(1) || '{"expiresMillis":1060000,"session":"session-1"}' AS BLOB));
-- A newer version may add members.
INSERT INTO records VALUES (4, 'revocations', CAST('session-2' AS BLOB), 1060000, 180, CAST(char(1) || '{"expiresMillis":1060000,"session":"session-2","reason":"fraud"}' AS BLOB));
-- What an unfinished namespace and a removed one have left.
INSERT INTO records VALUES (5, 'revocations', CAST('session-3' AS BLOB), 1060000, 160, CAST(char(1) || '{"expiresMillis":1060000,"session":"session-3"}' AS BLOB));
INSERT INTO records VALUES (3, 'revocations', CAST('session-4' AS BLOB), 1060000, 160, CAST(char(1) || '{"expiresMillis":1060000,"session":"session-4"}' AS BLOB));
