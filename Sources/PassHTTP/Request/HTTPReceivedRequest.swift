/// A request with what only its connection needs to know of it.
package struct HTTPReceivedRequest: Sendable {
    /// How the content is delimited (RFC 9112, section 6.3).
    enum Framing: Sendable, Hashable {
        case length(Int)
        case chunked
    }

    /// Without its content until that has come whole.
    package internal(set) var request: HTTPRequest
    package let form: HTTPTargetForm
    /// Whether the client lets the connection stand after the answer.
    package let keepsAlive: Bool
    let framing: Framing
    let expectsContinue: Bool
}
