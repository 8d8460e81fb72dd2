import PassDomain
import PassNetwork

extension RedisServer {
    /// Connects to the server, logs in, and selects the database.
    ///
    /// - Throws: `RedisConnection.Broken` if the server can't be found or reached; `StoreError` if it refuses the user
    ///   or the database.
    func connect() throws -> RedisConnection {
        switch place {
        case .server(let address): return try connect(to: address)
        case .sentinels(let sentinels, let master):
            let address = try RedisSentinels(sentinels, tls).address(of: master)
            let connection = try connect(to: address)
            // Sentinels may not know yet that the server has become another one's replica.
            let role = try connection.replies(
                to: [RedisCommand("ROLE")], until: MonotonicClock.milliseconds + connectMilliseconds)
            guard role[0][0].text == "master" else {
                throw RedisConnection.Broken(
                    reason: "The sentinels name \(address) as the master \(master), but that server isn't one.",
                    isTimeout: false)
            }
            return connection
        }
    }

    private func connect(to address: HostAndPort) throws -> RedisConnection {
        let deadline = MonotonicClock.milliseconds + connectMilliseconds
        let connection = try RedisConnection(address, tls, until: deadline)
        var commands: [RedisCommand] = []
        if let password {
            let user = user.map { [RedisWord($0)] } ?? []
            commands.append(RedisCommand("AUTH", user + [RedisWord(password)]))
        }
        if database != 0 { commands.append(RedisCommand("SELECT", RedisWord(database))) }
        commands.append(RedisCommand("PING"))
        for reply in try connection.replies(to: commands, until: deadline) {
            if case .error(let text) = reply { throw RedisRefusal.error(text, name) }
        }
        return connection
    }
}
