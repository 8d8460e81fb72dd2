/// A request's first line and fields, with what they say about content and connection.
struct HTTPRequestHead: Sendable {
    /// How the content is delimited (RFC 9112, section 6.3).
    enum Framing: Sendable, Hashable {
        case length(Int)
        case chunked
    }

    let line: HTTPRequestLine
    let fields: HTTPFields
    /// Of an absolute target, else of `Host` as it was spelled, else empty.
    let authority: String
    let framing: Framing
    let expectsContinue: Bool
    /// Whether the client lets the connection stand after the answer.
    let keepsAlive: Bool
}
