import CPassHiredis

/// A reply of the server.
enum RedisReply: Sendable, Equatable {
    case bytes([UInt8])
    case integer(Int64)
    case array([RedisReply])
    case null
    /// An error: a word in capitals, followed by a message for people.
    case error(String)

    /// Copies a reply that the library has read.
    init(_ reply: UnsafePointer<redisReply>) {
        let value = reply.pointee
        switch value.type {
        case REDIS_REPLY_INTEGER: self = .integer(value.integer)
        case REDIS_REPLY_NIL: self = .null
        case REDIS_REPLY_ERROR: self = .error(String(decoding: Self.bytes(of: value), as: UTF8.self))
        case REDIS_REPLY_ARRAY:
            let elements = UnsafeBufferPointer(start: value.element, count: Int(value.elements))
            self = .array(elements.map { $0.map { RedisReply($0) } ?? .null })
        default: self = .bytes(Self.bytes(of: value))
        }
    }

    private static func bytes(of reply: redisReply) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: reply.str, count: reply.str == nil ? 0 : Int(reply.len)))
    }

    /// The bytes of a string; `nil` for any other reply.
    var bytes: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }

    /// The string, with replacement characters where it isn't UTF-8; `nil` for a reply that isn't a string.
    var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    /// The number, also if the reply is a string that contains one; `nil` for any other reply.
    var integer: Int64? {
        switch self {
        case .integer(let number): number
        case .bytes: text.flatMap { Int64($0) }
        default: nil
        }
    }

    /// The elements; empty for a reply that isn't an array.
    var array: [RedisReply] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The element at a position; `null` where there is none.
    subscript(index: Int) -> RedisReply {
        let elements = array
        return index < elements.count ? elements[index] : .null
    }
}
