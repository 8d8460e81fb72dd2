/// A deliberate fault of the connection that sends a response, with which clients are tested.
///
/// Other connections aren't affected. Where the fault ends the connection, requests that the client sent after the
/// answered one aren't answered. The head doesn't announce the end: it is the head that the response has without the
/// fault.
package enum TransportFault: Hashable, Sendable {
    /// The connection is reset (TCP RST) once the client's system has received that part.
    case reset(after: Part)
    /// The connection ends in an orderly way (over TLS with close_notify) after that part.
    ///
    /// The client gets an empty answer after `.nothing`, and truncated content after `.content`.
    case close(after: Part)
    /// Nothing is sent after that part, and the connection stays open.
    ///
    /// The server closes the connection when the client ends its sending, when the server stops, and after
    /// `HTTPLimits.faultMilliseconds`.
    case stall(after: Part)
    /// The response is sent in pieces of that many bytes, with that many milliseconds between them, and then ends as
    /// usual.
    ///
    /// The pieces are larger where the response would otherwise take longer than `HTTPLimits.faultMilliseconds`. The
    /// connection is closed when the client ends its sending.
    case dribble(bytes: Int, everyMilliseconds: Int)
    /// `Content-Length` is wrong by that many bytes; it is at least 0.
    ///
    /// After a length that is too large, the connection ends in an orderly way. After a length that is too small, the
    /// connection goes on, so the client finds the rest of the content before its next answer.
    case wrongLength(by: Int)
    /// The client sees what it would see of a server that accepts no connections: not one byte, ever.
    ///
    /// The request's connection was accepted before, so nothing of the response is sent, as with
    /// `.stall(after: .nothing)`. If it is a TLS connection, the handshakes of later connections from the same address
    /// to the same server name aren't answered for that many milliseconds. Plain connections aren't affected: the
    /// server can read their requests and give each one its own fault.
    case neverAccept(milliseconds: Int)
    /// The response's body is sent without a head, and then the connection ends in an orderly way.
    case garbage

    /// The part of a response that is sent before the fault.
    package enum Part: Hashable, Sendable {
        case nothing
        /// The status line and the header fields, with the empty line after them.
        case head
        /// The head and that many bytes of the content; all of the content if it has fewer.
        case content(Int)
        case everything

        /// The number of bytes of the part.
        ///
        /// - Parameters:
        ///   - head: the number of bytes of the response's head.
        ///   - all: the number of bytes of the whole response.
        package func length(head: Int, all: Int) -> Int {
            switch self {
            case .nothing: 0
            case .head: head
            case .content(let count): head + min(max(0, count), all - head)
            case .everything: all
            }
        }
    }
}
