extension Configuration {
    /// The settings for clients that use the server as a proxy.
    public struct Proxy: Sendable, Hashable {
        /// The hosts of the programmer's own pages, where every path answers with the landing page.
        public var landingHosts: [String] = []

        /// Creates settings without landing hosts.
        public init() {}
    }

    /// The settings of the simulator's own paths, `/_sim/`.
    public struct Admin: Sendable, Hashable {
        /// The additional host names under which these paths are answered.
        ///
        /// The paths are always answered under IP addresses, names without a dot, `localhost`, `*.localhost`,
        /// `host.docker.internal` and `host.containers.internal`; other names get 421. The certificate authority
        /// vouches for the additional names and for all names below them.
        public var hosts: [String] = []
        /// The token that requests for these paths must carry, as `Authorization: Bearer`, on listeners that other
        /// machines can reach; `nil` requires no token. The token has no spaces and no control characters.
        public var token: String?

        /// Creates settings without additional hosts and without a token.
        public init() {}
    }

    /// The name and URL of one of the processes that share a store; each of them is called a node.
    public struct Node: Sendable, Hashable {
        /// The unique name of this node; `nil` means the machine's name and the process ID.
        public var name: String?
        /// The URL at which the other nodes reach this node's control operations; `nil` means the first listener's URL.
        public var url: String?

        /// Creates settings without a name and a URL.
        public init() {}
    }

    /// The journal of each World's exchanges.
    public struct Journal: Sendable, Hashable {
        /// The number of past exchanges that each World's journal keeps; 0 switches the journal off.
        public var exchanges = 500
        /// Whether the journal's lists and files show secrets, unless a request says otherwise.
        public var secrets = Secrets.shown

        /// The treatment of tokens, codes, passwords, cookies, credentials and device IDs.
        public enum Secrets: String, Sendable, CaseIterable {
            case shown
            /// A pseudonym replaces each secret.
            case masked
        }

        /// Creates settings for 500 exchanges whose secrets are shown.
        public init() {}
    }

    /// The PEM files to use instead of the data directory's; `nil` means the data directory's key.
    public struct Keys: Sendable, Hashable {
        /// The key that signs authentication, authorization and media tokens.
        public var token: String?
        /// The key that signs device identifiers.
        public var device: String?
        /// The key that signs SAML messages and the ID tokens of OAuth 2.0 MVPDs.
        public var saml: String?
        /// The certificate authority: its certificate and its private key in one file.
        public var authority: String?

        /// Creates settings without key files.
        public init() {}
    }
}
