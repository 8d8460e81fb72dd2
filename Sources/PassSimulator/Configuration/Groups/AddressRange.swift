#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension Configuration {
    /// An IP address, or a range of addresses in CIDR form (RFC 4632, section 3.1): `10.0.0.0/8`, `::1`.
    public struct AddressRange: Sendable, Hashable, CustomStringConvertible {
        /// The range as it was written.
        public let description: String
        /// The bytes of the address: 4 for IPv4, 16 for IPv6.
        private let network: [UInt8]
        private let prefixLength: Int

        /// Creates a range from its text, or returns `nil` if the text has another form.
        public init?(_ text: String) {
            let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard let address = Self.bytes(of: String(parts[0])) else { return nil }
            let longest = address.count * 8
            var length = longest
            if parts.count == 2 {
                guard let number = Int(parts[1]), (0...longest).contains(number), String(number) == parts[1] else {
                    return nil
                }
                length = number
            }
            description = text
            network = address
            prefixLength = length
        }

        /// Whether an address is a loopback address, which only this machine can reach.
        static func isLoopback(_ address: String) -> Bool {
            loopback.contains { $0?.contains(address) == true }
        }

        private static let loopback = [AddressRange("127.0.0.0/8"), AddressRange("::1")]

        /// Whether the range contains an address.
        ///
        /// An IPv4 address that came in over IPv6 (`::ffff:10.0.0.1`) counts as IPv4.
        public func contains(_ address: String) -> Bool {
            guard let bytes = Self.bytes(of: address), bytes.count == network.count else { return false }
            for bit in 0..<prefixLength where (bytes[bit / 8] ^ network[bit / 8]) & (0x80 >> (bit % 8)) != 0 {
                return false
            }
            return true
        }

        /// Whether a text is an IPv4 or IPv6 address.
        static func isAddress(_ text: String) -> Bool { bytes(of: text) != nil }

        static func isIPv6(_ text: String) -> Bool {
            var address = in6_addr()
            return inet_pton(AF_INET6, text, &address) == 1
        }

        private static func bytes(of text: String) -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: 16)
            if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes[0..<4]) }
            guard inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
            let isMapped = bytes[0..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            return isMapped ? Array(bytes[12...]) : bytes
        }
    }
}
