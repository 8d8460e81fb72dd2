/// The scripts that read and change records.
///
/// Each script has the same first arguments: a generation, and whether to use the namespace's current generation
/// instead, if it has one. The third argument is the kind of the records, except for `sweep`. The times after which the
/// server itself deletes keys are generous, because only the World's clock says which records have expired.
enum RecordScripts {
    /// The number of bytes that a record takes in addition to its key and its body.
    static let overhead = 96
    /// The maximum number of records that one step sweeps, so that other commands get their turn.
    static let fewRecords = 1_000

    private static let place = """
        local world, own, follows, kind = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
        local generation = own
        if follows == '1' then generation = redis.call('HGET', world, 'generation') or own end
        local base = world .. ':' .. generation
        local records, expiries = base .. ':' .. kind, base .. ':' .. kind .. ':expiry'
        local function size(key, body) return \(overhead) + 2 * #key + #body end
        local function stored() return tonumber(redis.call('HGET', base, kind) or '0') end

        """

    /// Returns the body of the record with a key.
    static let find = RedisScript(.reads, place + "return redis.call('HGET', records, ARGV[4])")

    /// Returns the bodies of all records.
    static let all = RedisScript(.reads, place + "return redis.call('HVALS', records)")

    /// Returns the number of records.
    static let count = RedisScript(.reads, place + "return redis.call('HLEN', records)")

    /// Returns some keys and bodies, and the cursor for the next ones.
    static let some = RedisScript(
        .reads, place + "return redis.call('HSCAN', records, ARGV[4], 'COUNT', ARGV[5])")

    /// Writes a record under a condition.
    ///
    /// The mode `put` has no condition; `insert` requires that no record has the key, except an expired one; `change`
    /// requires that the record is still the given one. Returns the outcome: 1 if the record is written, 0 if the
    /// condition isn't met, 2 if there is no room, 3 if there may be room in the next attempt. The other results are
    /// the size of the kind's records in bytes, whether the script has created the namespace, and the record that
    /// doesn't meet the condition.
    static let write = RedisScript(
        .writes,
        place + """
            local key, body, expires, mode, former, now = ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9]
            local capacity, share, room = tonumber(ARGV[10]), tonumber(ARGV[11]), tonumber(ARGV[12])
            local known = redis.call('HGET', records, key)
            local bytes = stored()
            if mode == 'change' then
              if known ~= former then return {0, bytes, 0, known} end
            elseif mode == 'insert' and known
              and tonumber(redis.call('ZSCORE', expiries, key) or '0') > tonumber(now) then
              return {0, bytes, 0, known}
            end
            local growth
            local function fits()
              growth = size(key, body) - (known and size(key, known) or 0)
              if not known and redis.call('HLEN', records) >= capacity then return false end
              return growth <= 0 or (bytes + growth <= share and growth <= room)
            end
            if not fits() then
              local expired = redis.call('ZRANGEBYSCORE', expiries, '-inf', now, 'LIMIT', 0, \(fewRecords))
              for _, name in ipairs(expired) do
                local freed = size(name, redis.call('HGET', records, name) or '')
                bytes, room = bytes - freed, room + freed
                redis.call('HDEL', records, name)
                redis.call('ZREM', expiries, name)
              end
              redis.call('HSET', base, kind, bytes)
              known = redis.call('HGET', records, key)
              if not fits() then return {#expired == \(fewRecords) and 3 or 2, bytes, 0, false} end
            end
            local begun = 0
            if follows == '1' then
              begun = redis.call('HSETNX', world, 'generation', own)
              if begun == 1 then \(NamespaceScripts.setRevision) end
            end
            redis.call('HSET', records, key, body)
            redis.call('ZADD', expiries, expires, key)
            redis.call('HINCRBY', base, kind, growth)
            if follows ~= '1' and not known and redis.call('HLEN', records) == 1 then
              for _, name in ipairs({base, records, expiries}) do
                redis.call('PEXPIRE', name, \(NamespaceScripts.unpublishedMilliseconds))
              end
            end
            return {1, bytes + growth, begun, false}
            """)

    /// Removes a record; returns the size of the kind's remaining records in bytes, and the removed record.
    static let remove = RedisScript(
        .removes,
        place + """
            local known = redis.call('HGET', records, ARGV[4])
            if not known then return {stored(), false} end
            redis.call('HDEL', records, ARGV[4])
            redis.call('ZREM', expiries, ARGV[4])
            return {redis.call('HINCRBY', base, kind, -size(ARGV[4], known)), known}
            """)

    /// Removes the given records, except those that have changed; returns the size of the kind's remaining records in
    /// bytes, and the keys of the changed ones.
    static let removeEqual = RedisScript(
        .removes,
        place + """
            local left = {}
            for index = 4, #ARGV, 2 do
              local key, body = ARGV[index], ARGV[index + 1]
              local known = redis.call('HGET', records, key)
              if known == body then
                redis.call('HDEL', records, key)
                redis.call('ZREM', expiries, key)
                redis.call('HINCRBY', base, kind, -size(key, body))
              elseif known then
                table.insert(left, key)
              end
            end
            return {stored(), left}
            """)

    /// Removes expired records of several kinds, and sets the time after which the server itself deletes the others if
    /// no simulator uses them any more.
    ///
    /// The arguments after the time are pairs of a kind and its leeway: the number of its records that stay even if
    /// they have expired. Returns whether there may be more expired records, and the size of each kind's records in
    /// bytes.
    static let sweep = RedisScript(
        .removes,
        """
        local world, own, follows, now = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
        local generation = own
        if follows == '1' then generation = redis.call('HGET', world, 'generation') or own end
        local base = world .. ':' .. generation
        local more, longest, result = 0, 0, {}
        local function extend(name, milliseconds)
          if redis.call('PTTL', name) < milliseconds - \(NamespaceScripts.dayMilliseconds) then
            redis.call('PEXPIRE', name, milliseconds)
          end
        end
        for index = 4, #ARGV, 2 do
          local kind, leeway = ARGV[index], tonumber(ARGV[index + 1])
          local records, expiries = base .. ':' .. kind, base .. ':' .. kind .. ':expiry'
          local count = redis.call('HLEN', records)
          if count > leeway then
            local most = math.min(\(fewRecords), count - leeway)
            local expired = redis.call('ZRANGEBYSCORE', expiries, '-inf', now, 'LIMIT', 0, most)
            local freed = 0
            for _, name in ipairs(expired) do
              freed = freed + \(overhead) + 2 * #name + #(redis.call('HGET', records, name) or '')
              redis.call('HDEL', records, name)
              redis.call('ZREM', expiries, name)
            end
            if freed > 0 then redis.call('HINCRBY', base, kind, -freed) end
            if #expired == \(fewRecords) then more = 1 end
          end
          if follows == '1' and count > 0 then
            local last = redis.call('ZREVRANGE', expiries, 0, 0, 'WITHSCORES')[2]
            if last then
              local left = math.max(0, tonumber(last) - tonumber(now)) + \(NamespaceScripts.unusedMilliseconds)
              left = math.min(left, \(NamespaceScripts.longestMilliseconds))
              extend(records, left)
              extend(expiries, left)
              longest = math.max(longest, left)
            end
          end
          table.insert(result, tonumber(redis.call('HGET', base, kind) or '0'))
        end
        if longest > 0 then extend(base, longest) end
        return {more, result}
        """)
}
