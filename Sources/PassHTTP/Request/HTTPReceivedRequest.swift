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
    package let form: HTTPTargetForm
    /// Whether the client lets the connection stay open after the answer.
    package let keepsAlive: Bool
    let framing: Framing
    let expectsContinue: Bool
}
