import PassCrypto
import PassHTTP

/// One accepted connection, which only its loop uses.
///
/// A connection holds bytes only while a request is incomplete or the peer hasn't taken all of an answer. The buffers
/// for reading and writing belong to the loop, so an idle connection is small.
final class Connection {
    /// The stages that a connection goes through.
    enum Stage {
        /// The first byte, which distinguishes TLS from plain HTTP, hasn't arrived on a new connection or in a new
        /// tunnel.
        case detectingTLS
        case handshaking
        case open
        /// The last answer is sent and the sending side is shut down.
        ///
        /// Input that still arrives is read and dropped, because closing with unread bytes would send a reset that can
        /// destroy the answer (RFC 9112, section 9.6).
        case lingering
    }

    let token: PollToken
    /// The events for which the poller watches the connection.
    @exclusivity(unchecked) var interest = PollEvents.readable
    @exclusivity(unchecked) var stage = Stage.detectingTLS
    @exclusivity(unchecked) var machine = HTTPConnectionMachine()
    @exclusivity(unchecked) var info: HTTPConnectionInfo
    @exclusivity(unchecked) var tls: TLSSession?
    /// Bytes that were read but can't be used yet: the start of a request, or pipelined requests.
    @exclusivity(unchecked) var pendingInput: [UInt8] = []
    /// Bytes to send; those from `unsentStart` on were written but the peer hasn't taken them yet.
    @exclusivity(unchecked) var unsent: [UInt8] = []
    @exclusivity(unchecked) var unsentStart = 0
    /// The bytes of `unsent` that the peer had taken when the write deadline began.
    var takenAtDeadlineStart = 0
    /// The bytes that this connection has taken from the server's account, `SharedServerState.buffered`.
    @exclusivity(unchecked) var charged = 0
    /// The bytes of memory that the outstanding request's content takes, unless it arrived together with the head.
    @exclusivity(unchecked) var contentBytes = 0
    /// The state of an answer that isn't sent in one step; `nil` for most answers.
    @exclusivity(unchecked) var slow: SlowAnswer?
    /// The answer with a delay or a fault that was written last; `nil` once its delivery is reported.
    @exclusivity(unchecked) var outgoing: OutgoingAnswer?
    /// Whether TLS must read before it can write, as when it changes keys.
    var writeWantsRead = false
    /// Whether TLS must write before it can read, as when it changes keys.
    var readWantsWrite = false
    /// Whether the connection closes once everything is sent.
    @exclusivity(unchecked) var isEnding = false
    /// Whether the connection ends by a reset, as a deliberate fault.
    var endsByReset = false
    /// Whether the peer has shut down its sending side.
    @exclusivity(unchecked) var inputEnded = false
    /// Whether the connection is in `Loop.queued`, to be continued before the loop waits again.
    @exclusivity(unchecked) var isQueued = false

    init(token: PollToken, info: HTTPConnectionInfo) {
        self.token = token
        self.info = info
    }

    var slot: Int { Int(token.descriptor) }
    var hasUnsent: Bool { unsentStart < unsent.count }
    /// The bytes that the connection holds for its peer.
    var heldBytes: Int { pendingInput.count + unsent.count + contentBytes + (slow?.heldBytes ?? 0) }
    /// The events to watch for while nothing is to be read or written.
    var idleInterest: PollEvents { slow?.endsWithPeer == true ? .ended : [] }

    /// Whether incoming bytes may be read, because the server owes the peer nothing.
    var takesInput: Bool {
        if inputEnded || hasUnsent || isEnding { return false }
        switch stage {
        case .detectingTLS: return true
        case .open: if case .answer = machine.waiting { return false } else { return true }
        case .handshaking, .lingering: return false
        }
    }
}
