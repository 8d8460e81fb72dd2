/// What one client may ask of the server; each bound has its answer and none can be switched off.
package struct HTTPLimits: Sendable, Hashable {
    /// Bytes of the request line (beyond: 414), and again of all header fields or all trailer fields together (431).
    package var headerBytes = 16_384
    /// Header fields in a request, and again trailer fields (431).
    package var headerCount = 100
    /// Bytes of a request's content without its framing (413).
    package var bodyBytes = 1_048_576
    /// Requests of one connection answered in one turn of its loop; further ones wait for the next turn.
    package var pipelinedRequests = 16
    /// From the first byte of a TLS handshake to its end (closed).
    package var handshakeMilliseconds = 10_000
    /// From the first byte of a request to the end of its head, not extended by more bytes (408 and closed).
    package var headerMilliseconds = 10_000
    /// From the end of a request's head to the end of its content, not extended by more bytes (408 and closed).
    package var bodyMilliseconds = 30_000
    /// Without any byte of a next request (closed).
    package var idleMilliseconds = 65_000
    /// Without the peer taking `writeBytes` of an answer, or what is left of it (reset).
    package var writeMilliseconds = 30_000
    /// How much of an answer the peer must take for `writeMilliseconds` to begin anew.
    package var writeBytes = 16_384
    /// After an answer that ends the connection, for the peer to read it and close its side (closed).
    package var lingerMilliseconds = 2_000
    /// Open connections of the whole server (503 and closed).
    package var connections = 10_000
    /// Open connections of one address (503 and closed); `nil` for a quarter of `connections`, and no limit for loopback
    /// addresses.
    package var connectionsPerPeer: Int?
    /// Pieces of work that wait for a worker or run on one (503 with `Retry-After`; the connection stays). Beyond it the
    /// newest piece of the namespace and address with the most gives way to those with less.
    package var queuedWork = 512
    /// Answer bytes waiting for the peer, beyond which no further pipelined request is answered (back-pressure).
    package var unsentBytes = 262_144
    /// Bytes that all connections together hold of incomplete requests and unsent answers (503, or a reset where no answer can be sent).
    package var bufferedBytes = 67_108_864

    package init() {}
}
