import PassCore
import PassHTTP

extension Configuration {
    /// The place of a database of Valkey or Redis, and the credentials for it.
    public struct RedisDatabase: Sendable, Hashable {
        /// The way to find the server.
        public var place: Place
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
            self.init(.server(Address(host: host, port: port)), number: number, usesTLS: usesTLS)
        }

        /// Creates the address of a database that needs no password, at a server that may be found by sentinels.
        public init(_ place: Place, number: Int = 0, usesTLS: Bool = false) {
            self.place = place
            self.number = number
            self.usesTLS = usesTLS
        }

        /// A host and a port.
        public struct Address: Sendable, Hashable {
            /// The host's name or address; an IPv6 address has no brackets.
            public var host: String
            /// The port.
            public var port: Int

            /// Creates an address.
            public init(host: String, port: Int) {
                self.host = host
                self.port = port
            }

            /// Parses `HOST[:PORT]`.
            init?(_ text: Substring, port: Int) {
                // URLs allow a comma in a name, but no host has one.
                guard let known = HTTPAuthority(text), known.port != 0, !text.contains(",") else { return nil }
                self.init(host: known.host, port: known.port ?? port)
            }

            var text: String { "\(HTTPAuthority(host: host, port: port))" }
        }

        /// The way to find the server.
        public enum Place: Sendable, Hashable {
            /// The server listens at an address.
            case server(Address)
            /// Sentinels at these addresses know which server is the master of this name.
            case sentinels([Address], master: String)
        }

        /// Parses an address of one of these forms; returns `nil` for anything else.
        ///
        /// - `redis://[[USER]:PASSWORD@]HOST[:PORT][/NUMBER]`, or the same with `rediss` for TLS;
        /// - `redis+sentinel://[[USER]:PASSWORD@]HOST[:PORT],…/NAME[/NUMBER]`, or the same with `rediss+sentinel`.
        ///
        /// User and password are those of the server, and may have percent escapes.
        public init?(_ url: String) {
            guard let (scheme, rest) = Self.split(url) else { return nil }
            var parts = rest.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
            var authority = parts.removeFirst()
            var credentials: (user: String?, password: String)?
            if let end = authority.lastIndex(of: "@") {
                credentials = Self.credentials(authority[..<end])
                guard credentials != nil else { return nil }
                authority = authority[authority.index(after: end)...]
            }
            let place: Place
            if scheme.hasSuffix(Self.bySentinels) {
                guard let name = parts.first, Self.isName(name) else { return nil }
                parts.removeFirst()
                let addresses = authority.split(separator: ",", omittingEmptySubsequences: false).map {
                    Address($0, port: 26_379)
                }
                guard !addresses.contains(nil) else { return nil }
                place = .sentinels(addresses.compactMap(\.self), master: String(name))
            } else {
                guard let address = Address(authority, port: 6379) else { return nil }
                place = .server(address)
            }
            let number = parts.first ?? ""
            guard parts.count <= 1, number.utf8.count <= 9, number.utf8.allSatisfy({ (0x30...0x39).contains($0) })
            else { return nil }
            self.init(place, number: Int(number) ?? 0, usesTLS: scheme.hasPrefix(Self.secure))
            (user, password) = (credentials?.user, credentials?.password)
        }

        private static let plain = "redis"
        private static let secure = "rediss"
        private static let bySentinels = "+sentinel"

        private static func split(_ url: String) -> (scheme: Substring, rest: Substring)? {
            guard let mark = url.firstRange(of: "://") else { return nil }
            let scheme = url[..<mark.lowerBound]
            let known = [plain, secure].flatMap { [$0, $0 + bySentinels] }
            return known.contains { $0.hasSameBytes(as: String(scheme)) } ? (scheme, url[mark.upperBound...]) : nil
        }

        /// Whether a text may be the name of a master that sentinels know.
        private static func isName(_ text: Substring) -> Bool {
            !text.isEmpty
                && text.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                        UInt8(ascii: "_"):
                        true
                    default: false
                    }
                }
        }

        private static func credentials(_ text: Substring) -> (user: String?, password: String)? {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = parts.map { PercentEncoding.decode($0) }
            guard decoded.count == 2, let user = decoded[0], let password = decoded[1], !password.isEmpty else {
                return nil
            }
            return (user.isEmpty ? nil : user, password)
        }

        /// The address in the form that `init(_:)` reads.
        public var url: String {
            let credentials = password.map { "\(PercentEncoding.encode(user ?? "")):\(PercentEncoding.encode($0))@" }
            let scheme = usesTLS ? Self.secure : Self.plain
            return switch place {
            case .server(let address): "\(scheme)://\(credentials ?? "")\(address.text)/\(number)"
            case .sentinels(let addresses, let master):
                "\(scheme)\(Self.bySentinels)://\(credentials ?? "")"
                    + "\(addresses.map(\.text).joined(separator: ","))/\(master)/\(number)"
            }
        }

        /// The address without user and password, for messages.
        public var name: String {
            var address = self
            (address.user, address.password) = (nil, nil)
            return address.url
        }
    }
}
