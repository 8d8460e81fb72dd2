import PassCore

extension Configuration {
    /// The limits on what clients can demand of the server.
    ///
    /// The answer to a client that exceeds a limit is given in parentheses. No limit can be switched off.
    public struct Limits: Sendable, Hashable {
        /// The bytes of the request line (414), and also those of all header fields together (431).
        public var headerBytes = 16_384
        /// The header fields in a request (431).
        public var headerCount = 100
        /// The bytes of a request's content (413).
        public var bodyBytes = 1_048_576
        /// The requests of one connection that are answered in one turn of its event loop; further ones wait for the
        /// next turn.
        public var pipelinedRequests = 16
        /// The open connections (503 and closed).
        public var connections = 10_000
        /// The open connections of one address (503 and closed).
        ///
        /// `nil` means a quarter of `connections`, and no limit for loopback addresses.
        public var connectionsPerPeer: Int?
        /// The answers that wait for a worker or are being made by one (503).
        ///
        /// Beyond the limit, the newest answer of the namespace and address that have the most answers waiting is
        /// refused.
        public var queuedWork = 512
        /// The bytes of answers that wait for a peer, beyond which no further request of that peer is read.
        public var unsentBytes = 262_144
        /// The bytes of incomplete requests and unsent answers on all connections.
        ///
        /// Beyond the limit, the client gets 503, or a reset where no answer can be sent. Small requests aren't
        /// counted.
        public var bufferedBytes = 67_108_864
        /// The time from the first byte of a TLS handshake to its end (closed).
        public var handshakeSeconds = 10.0
        /// The time from the first byte of a request to the end of its head (408).
        public var headerSeconds = 10.0
        /// The time from the end of a request's head to the end of its content (408).
        public var bodySeconds = 30.0
        /// The time that a connection may be idle before the first byte of its next request (closed).
        public var idleSeconds = 65.0
        /// The time in which the peer must take `writeBytes` of an answer, or the rest of the answer if that is less
        /// (reset).
        public var writeSeconds = 30.0
        /// The bytes of an answer that the peer must take for `writeSeconds` to start again.
        public var writeBytes = 16_384
        /// The time from the end of a connection's last answer until the peer has closed its side (closed).
        public var lingerSeconds = 2.0
        /// The time from the call to `stop` until the server closes the connections that are still open.
        public var drainSeconds = 10.0
        /// The records of each kind in each namespace (503).
        public var records = 1_000_000
        /// The estimated bytes of the records of all namespaces (503).
        ///
        /// One kind of record in one namespace may take a quarter of them.
        public var storedBytes = 1_073_741_824
        /// The estimated bytes of the exchanges in all namespaces' journals; new exchanges replace the oldest.
        public var journalBytes = 67_108_864

        /// Creates the default bounds.
        public init() {}
    }

    /// The limits on the namespaces that requests create.
    public struct Namespaces: Sendable, Hashable {
        /// The number of namespaces beside `default` (503).
        public var max = 10_000
        /// The seconds without a request after which a namespace without records is removed.
        public var idleSeconds = 600

        /// Creates the default bounds.
        public init() {}
    }
}
