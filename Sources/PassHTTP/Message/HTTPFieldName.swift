import PassCore

/// The name of a header field, compared without regard to case and written as it was given (RFC 9110, section 5.1).
package struct HTTPFieldName: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The spelling that is written on the wire.
    package let spelling: String
    /// A number in which one of the 64 bits is set, the same bit for all spellings of a name.
    ///
    /// Two names with different bits are therefore different names.
    let bit: UInt64
    /// Whether the spelling is a token, as the name of every field must be.
    let isToken: Bool
    /// Whether only the serializer may write the field, because it says where the message or the connection ends.
    let isFraming: Bool

    package init(_ spelling: String) {
        self.spelling = spelling
        (bit, isToken, isFraming) = spelling.withBytes { name in
            let name = UnsafeRawBufferPointer(name)
            return (Self.bit(of: name), Self.isToken(name), Self.isFraming(name))
        }
    }

    private static func isToken(_ name: UnsafeRawBufferPointer) -> Bool {
        let token = ByteClass.token
        return !name.isEmpty && name.allSatisfy(token.contains)
    }

    /// Whether only the serializer may write the field of that name.
    static func isFraming(_ name: UnsafeRawBufferPointer) -> Bool {
        switch name.count {
        case 10: equals(name, "connection")
        case 14: equals(name, "content-length")
        case 17: equals(name, "transfer-encoding")
        default: false
        }
    }

    private static func equals(_ name: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
        equalIgnoringCase(name, UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    package init(stringLiteral spelling: String) {
        self.init(spelling)
    }

    /// Returns the bit of a name, which depends on its length and on its first and last bytes.
    ///
    /// With these factors, few of the names that are looked up share a bit with a name that messages often have.
    @inline(__always)
    static func bit(of name: UnsafeRawBufferPointer) -> UInt64 {
        guard let first = name.first, let last = name.last else { return 1 }
        return 1 << ((UInt64(name.count) &+ UInt64(first | 0x20) &* 7 &+ UInt64(last | 0x20) &* 19) & 63)
    }

    package var description: String { spelling }

    package static let accept: HTTPFieldName = "Accept"
    package static let allow: HTTPFieldName = "Allow"
    package static let authorization: HTTPFieldName = "Authorization"
    package static let cacheControl: HTTPFieldName = "Cache-Control"
    package static let connection: HTTPFieldName = "Connection"
    package static let contentLength: HTTPFieldName = "Content-Length"
    package static let contentType: HTTPFieldName = "Content-Type"
    package static let cookie: HTTPFieldName = "Cookie"
    package static let date: HTTPFieldName = "Date"
    package static let expect: HTTPFieldName = "Expect"
    package static let host: HTTPFieldName = "Host"
    package static let location: HTTPFieldName = "Location"
    package static let origin: HTTPFieldName = "Origin"
    package static let pragma: HTTPFieldName = "Pragma"
    package static let retryAfter: HTTPFieldName = "Retry-After"
    package static let setCookie: HTTPFieldName = "Set-Cookie"
    package static let transferEncoding: HTTPFieldName = "Transfer-Encoding"
    package static let userAgent: HTTPFieldName = "User-Agent"
    package static let vary: HTTPFieldName = "Vary"
}

extension HTTPFieldName: Hashable {
    package static func == (left: HTTPFieldName, right: HTTPFieldName) -> Bool {
        HTTPFieldName.equalIgnoringCase(left.spelling.utf8, right.spelling.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in spelling.utf8 { hasher.combine(HTTPFieldName.lowercased(byte)) }
    }

    /// Whether two names are equal, ignoring case.
    package static func equalIgnoringCase(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { lowercased($0) == lowercased($1) }
    }

    /// Whether two names in memory are equal, ignoring case.
    ///
    /// Eight bytes are compared at a time because each request compares dozens of names.
    static func equalIgnoringCase(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard left.count == right.count else { return false }
        guard left.count >= 8 else {
            return left.indices.allSatisfy { lowercased(left[$0]) == lowercased(right[$0]) }
        }
        var index = 0
        while index < left.count {
            // The last eight bytes overlap the ones before, unless the length is a multiple of eight.
            let place = min(index, left.count - 8)
            let (one, other) = (eightBytes(left, at: place), eightBytes(right, at: place))
            if one != other, one.lowercased != other.lowercased { return false }
            index += 8
        }
        return true
    }

    @inline(__always)
    private static func eightBytes(_ bytes: UnsafeRawBufferPointer, at index: Int) -> EightBytes {
        EightBytes(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// Returns the byte, in lower case if it is an ASCII letter.
    @inline(__always)
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
}
