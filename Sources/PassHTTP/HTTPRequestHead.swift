/// A request's first line and fields, with what they say about content and connection.
struct HTTPRequestHead: Sendable {
    /// How the content is delimited (RFC 9112, section 6.3).
    enum Framing: Sendable, Hashable {
        case length(Int)
        case chunked
    }

    /// The request without its content.
    let request: HTTPRequest
    let form: HTTPTargetForm
    let framing: Framing
    let expectsContinue: Bool
    /// Whether the client lets the connection stand after the answer.
    let keepsAlive: Bool
}
