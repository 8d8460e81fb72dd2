import PassDomain

/// The meaning of the errors with which the server answers commands.
enum RedisRefusal {
    /// Returns the error for the text of an error reply.
    ///
    /// - Parameter server: the server's address.
    static func error(_ text: String, _ server: String) -> StoreError {
        let word = text.prefix { $0 != " " }
        switch word {
        case "ERR" where text.contains("rror compiling script"):
            return StoreError(
                .unavailable,
                "The store \(server) doesn't run this simulator's scripts. It must be Redis 7 or later, or Valkey.")
        case "OOM": return StoreError(.full, "The store \(server) is out of memory.")
        case "MISCONF": return StoreError(.full, "The store \(server) can't write to its disk: \(text)")
        case "NOAUTH", "WRONGPASS", "NOPERM":
            return StoreError(
                .unavailable, "The store \(server) refuses the user or the password: \(sentence(text, after: word))")
        case "WRONGTYPE":
            return StoreError(
                .damaged,
                "In the store \(server), another program uses one of this simulator's keys. Name another database."
            )
        case "LOADING", "BUSY", "MASTERDOWN", "READONLY", "CLUSTERDOWN", "TRYAGAIN", "MOVED", "ASK":
            return StoreError(.unavailable, "The store \(server) isn't available now: \(text)")
        default: return StoreError(.unavailable, "The store \(server) refused a command: \(text)")
        }
    }

    private static func sentence(_ text: String, after word: Substring) -> String {
        let rest = text.dropFirst(word.count).drop { $0 == " " }
        return rest.hasSuffix(".") ? String(rest) : rest + "."
    }
}
