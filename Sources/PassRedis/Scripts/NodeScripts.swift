/// The scripts by which nodes take turns and find each other.
enum NodeScripts {
    /// Gives the turn back, unless another node has taken it since.
    static let release = RedisScript(
        .removes, "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0")

    private static let now = """
        local time = redis.call('TIME')
        local now = time[1] * 1000 + math.floor(time[2] / 1000)
        """

    /// Adds a node and its URL to the list, for a number of milliseconds by the server's clock.
    static let announce = RedisScript(
        .writes,
        """
        \(now)
        redis.call('ZADD', KEYS[1], now + tonumber(ARGV[3]), ARGV[1])
        redis.call('HSET', KEYS[1] .. ':urls', ARGV[1], ARGV[2])
        return 1
        """)

    /// Removes a node from the list.
    static let withdraw = RedisScript(
        .removes,
        """
        redis.call('ZREM', KEYS[1], ARGV[1])
        return redis.call('HDEL', KEYS[1] .. ':urls', ARGV[1])
        """)

    /// Returns the names and the URLs of the nodes, after removing those whose time has passed.
    static let list = RedisScript(
        .removes,
        """
        \(now)
        for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)) do
          redis.call('ZREM', KEYS[1], name)
          redis.call('HDEL', KEYS[1] .. ':urls', name)
        end
        return redis.call('HGETALL', KEYS[1] .. ':urls')
        """)
}
