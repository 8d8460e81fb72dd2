import CPassHiredis

/// A reader of the replies on one connection, which takes their bytes in pieces.
final class RedisReader {
    /// The error for bytes that aren't a reply.
    struct Malformed: Error {
        let reason: String
    }

    private let reader: UnsafeMutablePointer<redisReader>

    init() {
        guard let reader = redisReaderCreate() else { preconditionFailure("hiredis has no memory for a reader") }
        self.reader = reader
        CPassHiredis_keep_no_buffer(reader)
    }

    deinit {
        redisReaderFree(reader)
    }

    /// Adds bytes that the server has sent: the first `count` bytes of a buffer.
    ///
    /// - Returns: whether there was memory for them.
    func feed(_ buffer: [UInt8], count: Int) -> Bool {
        buffer.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return true }
            return redisReaderFeed(reader, start.assumingMemoryBound(to: CChar.self), count) == REDIS_OK
        }
    }

    /// Returns the next reply, or `nil` while it is incomplete.
    func next() throws(Malformed) -> RedisReply? {
        var object: UnsafeMutableRawPointer?
        guard redisReaderGetReply(reader, &object) == REDIS_OK else { throw malformed }
        guard let object else { return nil }
        defer { freeReplyObject(object) }
        return RedisReply(UnsafePointer(object.assumingMemoryBound(to: redisReply.self)))
    }

    private var malformed: Malformed {
        Malformed(
            reason: withUnsafeBytes(of: reader.pointee.errstr) { text in
                String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
            })
    }
}
