/// A request together with the facts about it that only its connection needs.
package struct HTTPReceivedRequest: Sendable {
    /// The way in which the content is delimited (RFC 9112, section 6.3).
    enum Framing: Sendable, Hashable {
        case length(Int)
        case chunked
    }

    /// The request, without its content until that has arrived completely.
    package internal(set) var request: HTTPRequest
    /// The form of the target as the client wrote it.
    package let targetForm: HTTPTargetForm
    /// Whether the client lets the connection stay open after the answer.
    package let keepsAlive: Bool
    let framing: Framing
    let expectsContinue: Bool
}

/// The four forms of a request's target (RFC 9112, section 3.2), with the authority where the target names one.
///
/// The enum is indirect because nearly every request has a form without an authority and needs no room for one.
package indirect enum HTTPTargetForm: Sendable, Hashable {
    /// `/path?query`: a request to this server itself.
    case origin
    /// `http://host:port/path?query`: a request to a proxy; the standard port is the scheme's.
    case absolute(HTTPAuthority, standardPort: Int)
    /// `host:port`, with CONNECT only.
    case authority(HTTPAuthority)
    /// `*`, with OPTIONS only.
    case asterisk
}
