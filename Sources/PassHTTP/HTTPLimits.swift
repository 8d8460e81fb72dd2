/// The limits on what clients may use of the server; none can be switched off.
///
/// The parentheses after a limit say what happens when it is exceeded: the status of the answer, and whether the
/// connection is closed or reset.
package struct HTTPLimits: Sendable, Hashable {
    /// The most bytes of the request line (414), of all header fields together, and of all trailer fields (431).
    package var headerBytes = 16_384
    /// The most header fields of a request, and the most trailer fields (431).
    package var headerCount = 100
    /// The most bytes of a request's content without its framing (413).
    package var bodyBytes = 1_048_576
    /// The most requests of one connection answered in one turn of its loop; further ones wait for the next turn.
    package var pipelinedRequests = 16
    /// The time from the first byte of a TLS handshake to its end (connection closed).
    package var handshakeMilliseconds = 10_000
    /// The time from the first byte of a request to the end of its head; more bytes don't extend it (408 and closed).
    package var headerMilliseconds = 10_000
    /// The time from the end of a request's head to the end of its content; more bytes don't extend it (408, closed).
    package var bodyMilliseconds = 30_000
    /// The time that a connection may be idle before the first byte of its next request (connection closed).
    package var idleMilliseconds = 65_000
    /// The time in which the peer must take `writeBytes` of an answer, or what is left of it (connection reset).
    package var writeMilliseconds = 30_000
    /// The number of bytes of an answer that the peer must take for `writeMilliseconds` to begin again.
    package var writeBytes = 16_384
    /// The time that the peer has to read an answer that ends the connection, and to close its side (connection
    /// closed).
    package var lingerMilliseconds = 2_000
    /// The time for which a deliberate fault of the transport keeps a connection open (connection closed).
    package var faultMilliseconds = 600_000
    /// The most open connections of the whole server (503 and closed).
    package var connections = 10_000
    /// The most open connections of one address (503 and closed).
    ///
    /// `nil` means a quarter of `connections`, and no limit for loopback addresses.
    package var connectionsPerPeer: Int?
    /// The most jobs that wait for a worker or run on one (503 with `Retry-After`).
    ///
    /// The connection stays open. Jobs belong to an address in a namespace. Beyond the limit, the owner with the most
    /// waiting jobs loses its newest one in favour of an owner that has fewer.
    package var queuedWork = 512
    /// The most answer bytes that may wait for the peer before pipelined requests are held back (back-pressure).
    package var unsentBytes = 262_144
    /// The most bytes of a streamed body that may be written but not taken by the client (connection reset).
    package var streamBytes = 1_048_576
    /// The most bytes of incomplete requests and unsent answers that all connections hold together.
    ///
    /// Beyond the limit, a connection gets 503, or a reset where no answer can be sent.
    package var bufferedBytes = 67_108_864

    package init() {}
}
