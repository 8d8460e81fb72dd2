/// The scripts that publish, describe and remove namespaces and their generations (see `StoreKeys`).
enum NamespaceScripts {
    static let dayMilliseconds: Int64 = 86_400_000
    /// The time after which the server deletes the records of a generation that hasn't been published, perhaps because
    /// its process has ended.
    static let unpublishedMilliseconds = dayMilliseconds
    /// The time after which the server deletes the records of a replaced generation, if no process deletes them before.
    private static let replacedMilliseconds: Int64 = 3_600_000
    /// The time for which the server keeps records beyond their expiry while no simulator runs, because a World's clock
    /// may have been stopped.
    static let unusedMilliseconds = 30 * dayMilliseconds
    /// The longest time that the server is asked to keep records.
    static let longestMilliseconds = 36_500 * dayMilliseconds

    /// The part of a script that gives the namespace a greater revision than it ever had, even before it was removed
    /// and created again.
    static let setRevision = """
        do
          local time = redis.call('TIME')
          local revision = time[1] * 1000000 + time[2]
          local before = tonumber(redis.call('HGET', world, 'revision') or '0')
          if revision <= before then revision = before + 1 end
          redis.call('HSET', world, 'revision', string.format('%.0f', revision))
        end
        """

    /// Returns the part of a script that stores a description: the arguments from an index on are the names and values
    /// of its fields.
    private static func setDescription(from index: Int) -> String {
        """
        redis.call('HDEL', world, 'snapshot', 'since', 'own', 'pinned', 'idle')
        for index = \(index), #ARGV, 2 do redis.call('HSET', world, ARGV[index], ARGV[index + 1]) end
        """
    }

    /// Makes a generation the namespace's current one; returns the generation that it replaces, and the new revision.
    static let publish = RedisScript(
        .writes,
        """
        local world, own = KEYS[1], ARGV[1]
        local old = redis.call('HGET', world, 'generation')
        if old ~= own then
          if old then
            local base = world .. ':' .. old
            for _, kind in ipairs(redis.call('HKEYS', base)) do
              redis.call('PEXPIRE', base .. ':' .. kind, \(replacedMilliseconds))
              redis.call('PEXPIRE', base .. ':' .. kind .. ':expiry', \(replacedMilliseconds))
            end
            redis.call('PEXPIRE', base, \(replacedMilliseconds))
          end
          redis.call('HDEL', world, 'snapshot', 'since', 'own', 'pinned', 'idle')
          redis.call('HSET', world, 'generation', own)
          local base = world .. ':' .. own
          for _, kind in ipairs(redis.call('HKEYS', base)) do
            redis.call('PERSIST', base .. ':' .. kind)
            redis.call('PERSIST', base .. ':' .. kind .. ':expiry')
          end
          redis.call('PERSIST', base)
        end
        if #ARGV > 1 then
          \(setDescription(from: 2))
        end
        \(setRevision)
        return {old, redis.call('HGET', world, 'revision')}
        """)

    /// Stores a description, unless another process has stored one since the given revision.
    ///
    /// Returns three values: 0 if another process has stored a description since, and 1 otherwise; whether the script
    /// has created the namespace; and the revision. For a World whose generation has been replaced, the script stores
    /// nothing, but returns 1.
    static let keep = RedisScript(
        .writes,
        """
        local world, own, follows, known = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
        local generation, begun = redis.call('HGET', world, 'generation'), 0
        if not generation and follows == '1' then
          redis.call('HSET', world, 'generation', own)
          begun = 1
        elseif follows ~= '1' and generation ~= own then
          return {1, 0, '0'}
        elseif redis.call('HGET', world, 'revision') ~= known and redis.call('HEXISTS', world, 'snapshot') == 1 then
          return {0, 0, '0'}
        end
        \(setDescription(from: 4))
        \(setRevision)
        return {1, begun, redis.call('HGET', world, 'revision')}
        """)

    /// Removes a namespace if it has the given generation. For a World that follows the namespace's current generation,
    /// any generation will do.
    ///
    /// Returns the generation that it had.
    static let discard = RedisScript(
        .removes,
        """
        local world, own, follows = KEYS[1], ARGV[1], ARGV[2]
        local generation = redis.call('HGET', world, 'generation')
        if follows ~= '1' and generation ~= own then return false end
        redis.call('DEL', world)
        return generation
        """)

    /// Deletes the records of a generation, unless it is the namespace's current one.
    static let drop = RedisScript(
        .removes,
        """
        local world, own = KEYS[1], ARGV[1]
        if redis.call('HGET', world, 'generation') == own then return 0 end
        local base = world .. ':' .. own
        for _, kind in ipairs(redis.call('HKEYS', base)) do
          redis.call('UNLINK', base .. ':' .. kind, base .. ':' .. kind .. ':expiry')
        end
        return redis.call('UNLINK', base)
        """)

    /// Counts the removal of a namespace, even when the server has no memory left.
    static let countRemoval = RedisScript(.removes, "return redis.call('INCR', KEYS[1])")

    /// Counts the records of a namespace.
    static let total = RedisScript(
        .reads,
        """
        local world, own, follows = KEYS[1], ARGV[1], ARGV[2]
        local generation = own
        if follows == '1' then generation = redis.call('HGET', world, 'generation') or own end
        local base, count = world .. ':' .. generation, 0
        for _, kind in ipairs(redis.call('HKEYS', base)) do count = count + redis.call('HLEN', base .. ':' .. kind) end
        return count
        """)

    /// The fields of a namespace's hash that describe it.
    static let fields = ["generation", "revision", "snapshot", "since", "own", "pinned", "idle"]
}
