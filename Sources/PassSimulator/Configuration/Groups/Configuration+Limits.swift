extension Configuration {
    /// What clients may ask of the server; each bound has its answer and none can be switched off.
    public struct Limits: Sendable, Hashable {
        /// Bytes of the request line (beyond: 414), and again of all header fields together (431).
        public var headerBytes = 16_384
        /// Header fields in a request (431).
        public var headerCount = 100
        /// Bytes of a request's content (413).
        public var bodyBytes = 1_048_576
        /// Requests of one connection answered in one turn; further ones wait for the next.
        public var pipelinedRequests = 16
        /// Open connections (503 and closed).
        public var connections = 10_000
        /// Open connections of one address (503 and closed); `nil` for a quarter of `connections`, and no limit for loopback
        /// addresses.
        public var connectionsPerPeer: Int?
        /// Answers that wait for a worker or are being made (503). Beyond it the newest of the namespace and address with the
        /// most gives way to those with less.
        public var queuedWork = 512
        /// Answer bytes waiting for the peer, beyond which no further request of it is read.
        public var unsentBytes = 262_144
        /// Bytes that all connections hold of incomplete requests and unsent answers (503, or a reset where no answer can be sent); small
        /// requests aren't counted.
        public var bufferedBytes = 67_108_864
        /// From the first byte of a TLS handshake to its end (closed).
        public var handshakeSeconds = 10.0
        /// From the first byte of a request to the end of its head (408).
        public var headerSeconds = 10.0
        /// From the end of a request's head to the end of its content (408).
        public var bodySeconds = 30.0
        /// Without any byte of a next request (closed).
        public var idleSeconds = 65.0
        /// Without the peer taking `writeBytes` of an answer, or what is left of it (reset).
        public var writeSeconds = 30.0
        /// Answer bytes that the peer must take for `writeSeconds` to begin anew.
        public var writeBytes = 16_384
        /// From the end of an answer that ends its connection until the peer has closed its side (closed).
        public var lingerSeconds = 2.0
        /// From the request to stop until open connections are cut.
        public var drainSeconds = 10.0
        /// Records of each kind in each namespace (503).
        public var records = 1_000_000
        /// Estimated bytes of the records of all namespaces; one kind in one namespace may have a quarter of them (503).
        public var storedBytes = 1_073_741_824
        /// Estimated bytes of the exchanges that all namespaces remember; new ones replace the oldest.
        public var journalBytes = 67_108_864

        public init() {}
    }

    /// The Worlds that requests may make.
    public struct Namespaces: Sendable, Hashable {
        /// How many there may be beside `default` (503).
        public var max = 10_000
        /// Seconds without a request, after which a namespace without records is removed.
        public var idleSeconds = 600

        public init() {}
    }

    /// What the server answers when it is used as a proxy.
    public struct Proxy: Sendable, Hashable {
        /// Hosts of the programmer's own pages, where every path answers the landing page.
        public var landingHosts: [String] = []

        public init() {}
    }

    /// The simulator's own paths, `/_sim/`.
    public struct Admin: Sendable, Hashable {
        /// Names under which they are answered beside IP addresses, names without a dot, `localhost`, `*.localhost`,
        /// `host.docker.internal` and `host.containers.internal`; others get 421. The certificate authority vouches for
        /// these and for all below them.
        public var hosts: [String] = []

        public init() {}
    }

    /// PEM files to use instead of the data directory's; `nil` leaves that key to it.
    public struct Keys: Sendable, Hashable {
        /// Signs authentication, authorization and media tokens.
        public var token: String?
        /// Signs device identifiers.
        public var device: String?
        /// Signs SAML messages and the ID tokens of OAuth 2.0 MVPDs.
        public var saml: String?
        /// The certificate authority: its certificate and its private key in one file.
        public var authority: String?

        public init() {}
    }

    /// How long things live, in whole seconds; an integration may set its own for the first four.
    public struct TimesToLive: Sendable, Hashable {
        /// A profile (authN token).
        public var authenticationSeconds = 2_592_000
        /// A profile of a login by home network.
        public var homeBasedAuthenticationSeconds = 86_400
        /// A decision (authZ token).
        public var authorizationSeconds = 86_400
        /// A media token.
        public var mediaSeconds = 300
        /// A login, from its begin until it can no longer be completed or fetched.
        public var sessionSeconds = 3_600
        /// A registration code, unless its request says otherwise.
        public var registrationCodeSeconds = 1_800
        /// An access token of a registered client.
        public var accessTokenSeconds = 21_600

        public init() {}
    }
}
