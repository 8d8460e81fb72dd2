extension Configuration {
    /// An address to listen at: `127.0.0.1:8080`, `[::1]:8080`, `localhost:0`.
    public struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
        /// The IP address without brackets, or the host name.
        public var host: String
        /// The port; 0 picks a free one.
        public var port: UInt16

        /// Creates an address from its parts.
        public init(host: String, port: UInt16) {
            self.host = host
            self.port = port
        }

        /// Creates an address from its text, or returns `nil` if the text doesn't have the form `HOST:PORT`.
        public init?(_ text: String) {
            guard let colon = text.lastIndex(of: ":") else { return nil }
            let digits = text[text.index(after: colon)...]
            guard (1...5).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }),
                let port = UInt16(digits)
            else { return nil }
            let host = text[..<colon]
            if host.hasPrefix("["), host.hasSuffix("]") {
                self.init(host: String(host.dropFirst().dropLast()), port: port)
                guard AddressRange.isIPv6(self.host) else { return nil }
            } else {
                guard !host.isEmpty, host.utf8.allSatisfy(Self.isHostByte) else { return nil }
                self.init(host: String(host), port: port)
            }
        }

        public var description: String {
            host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }

        private static func isHostByte(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}
