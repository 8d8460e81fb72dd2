import PassCore
import PassHTTP

extension Configuration {
    /// A database of Valkey or Redis, and what it takes to be admitted.
    public struct RedisDatabase: Sendable, Hashable {
        /// The host's name or address; an IPv6 address has no brackets.
        public var host: String
        /// The port at which the server listens.
        public var port: Int
        /// The number of the database.
        public var number: Int
        /// Whether connections use TLS, with a certificate that `storeAuthority` vouches for.
        public var usesTLS: Bool
        /// The name of the user; `nil` for the default one.
        public var user: String?
        /// The password; `nil` for a server without one.
        public var password: String?

        /// Creates the address of a database that needs no password.
        public init(host: String = "127.0.0.1", port: Int = 6379, number: Int = 0, usesTLS: Bool = false) {
            self.host = host
            self.port = port
            self.number = number
            self.usesTLS = usesTLS
        }

        /// Parses `redis://[[USER]:PASSWORD@]HOST[:PORT][/NUMBER]`, or the same with `rediss` for TLS; returns `nil` for
        /// anything else. User and password may have percent escapes.
        public init?(_ url: String) {
            guard let scheme = [Self.plain, Self.secure].first(where: url.hasPrefix) else { return nil }
            usesTLS = scheme == Self.secure
            let rest = url.dropFirst(scheme.count)
            let path = rest.firstIndex(of: "/")
            var authority = rest[..<(path ?? rest.endIndex)]
            if let end = authority.lastIndex(of: "@") {
                guard let (user, password) = Self.credentials(authority[..<end]) else { return nil }
                self.user = user
                self.password = password
                authority = authority[authority.index(after: end)...]
            }
            guard let known = HTTPAuthority(authority), known.port != 0 else { return nil }
            host = known.host
            port = known.port ?? 6379
            let number = path.map { rest[rest.index(after: $0)...] } ?? ""
            guard number.utf8.count <= 9, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            self.number = Int(number) ?? 0
        }

        private static let plain = "redis://"
        private static let secure = "rediss://"

        private static func credentials(_ text: Substring) -> (user: String?, password: String)? {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = parts.map { PercentEncoding.decode($0) }
            guard decoded.count == 2, let user = decoded[0], let password = decoded[1], !password.isEmpty else {
                return nil
            }
            return (user.isEmpty ? nil : user, password)
        }

        /// The address as `init(_:)` reads it.
        public var url: String {
            let credentials = password.map { "\(PercentEncoding.encode(user ?? "")):\(PercentEncoding.encode($0))@" }
            return (usesTLS ? Self.secure : Self.plain) + (credentials ?? "")
                + "\(HTTPAuthority(host: host, port: port))/\(number)"
        }

        /// The address without user and password, for messages.
        public var name: String {
            var address = self
            (address.user, address.password) = (nil, nil)
            return address.url
        }
    }
}
