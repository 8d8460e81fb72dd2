import PassCore

/// A set of ASCII bytes that a specification's grammar names, stored as one bit for each byte.
package struct ByteClass: Sendable {
    private let low: UInt64
    private let high: UInt64

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// Creates the class of the characters in `members`, which are ASCII.
    private init(_ members: StaticString) {
        var low: UInt64 = 0
        var high: UInt64 = 0
        members.withUTF8Buffer { bytes in
            for byte in bytes {
                if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
            }
        }
        self.init(low: low, high: high)
    }

    @inline(__always)
    package func contains(_ byte: UInt8) -> Bool {
        if byte & 0x80 != 0 { return false }
        return (byte & 0x40 == 0 ? low : high) >> UInt64(byte & 63) & 1 != 0
    }

    private func union(_ other: ByteClass) -> ByteClass {
        ByteClass(low: low | other.low, high: high | other.high)
    }

    package static let digit = ByteClass("0123456789")
    package static let alpha = ByteClass("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    /// The unreserved characters (RFC 3986, section 2.3).
    package static let unreserved = alpha.union(digit).union(ByteClass("-._~"))
    /// The sub-delimiters (RFC 3986, section 2.2).
    static let subDelimiters = ByteClass("!$&'()*+,;=")
    /// The characters of a token (RFC 9110, section 5.6.2): letters, digits and ``!#$%&'*+-.^_`|~``.
    ///
    /// The bits are given as numbers so that they are known at compile time, since each byte of a field name is looked
    /// up.
    package static var token: ByteClass {
        @inline(__always) get { ByteClass(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE) }
    }
    /// The characters of a cookie's value (RFC 6265, section 4.1.1).
    static let cookieOctet = alpha.union(digit).union(ByteClass("!#$%&'()*+-./:<=>?@[]^_`{|}~"))
    /// The characters of a scheme after its first letter (RFC 3986, section 3.1).
    static let schemeTail = alpha.union(digit).union(ByteClass("+-."))
    /// The characters of a registered name without its escapes (RFC 3986, section 3.2.2).
    static let registeredName = unreserved.union(subDelimiters)
    /// The characters of user information without its escapes (RFC 3986, section 3.2.1).
    static let userInfo = registeredName.union(ByteClass(":"))
    /// The characters of a path without its escapes, slashes between segments included (RFC 3986, section 3.3).
    static let path = registeredName.union(ByteClass(":@/"))
    /// The characters of a query or fragment without its escapes (RFC 3986, sections 3.4 and 3.5).
    static let query = path.union(ByteClass("?"))
}

extension Collection<UInt8> {
    /// Whether every byte is in `members` or, if `orEscapes` is true, part of a well-formed percent escape.
    func consists(of members: ByteClass, orEscapes: Bool) -> Bool {
        var digitsDue = 0
        for byte in self {
            if digitsDue > 0 {
                guard Hex.value(of: byte) != nil else { return false }
                digitsDue -= 1
            } else if byte == UInt8(ascii: "%"), orEscapes {
                digitsDue = 2
            } else if !members.contains(byte) {
                return false
            }
        }
        return digitsDue == 0
    }
}
