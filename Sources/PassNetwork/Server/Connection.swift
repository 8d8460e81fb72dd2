import PassCrypto
import PassHTTP

/// One accepted connection as its loop keeps it; nobody else sees it.
///
/// It holds bytes only for a request that isn't whole, or an answer that the peer hasn't taken; buffers to read and write
/// belong to the loop, so that an idle connection is small.
final class Connection {
    enum Stage {
        /// Before the first byte, which tells TLS from plain HTTP; on a new connection and in a new tunnel.
        case deciding
        case handshaking
        case open
        /// The last answer is sent and the sending side shut; what the peer still sends is read and dropped, because
        /// closing with unread bytes would send a reset that can destroy the answer (RFC 9112, section 9.6).
        case lingering
    }

    let token: PollToken
    /// What the poller watches for.
    @exclusivity(unchecked) var interest = PollEvents.readable
    @exclusivity(unchecked) var stage = Stage.deciding
    @exclusivity(unchecked) var machine = HTTPConnectionMachine()
    @exclusivity(unchecked) var info: HTTPConnectionInfo
    @exclusivity(unchecked) var tls: TLSSession?
    /// What was read and can't be used yet: the start of a request, or requests behind an outstanding answer.
    @exclusivity(unchecked) var stash: [UInt8] = []
    /// What is written and the peer hasn't taken yet, from `unsentStart` on.
    @exclusivity(unchecked) var unsent: [UInt8] = []
    @exclusivity(unchecked) var unsentStart = 0
    /// How much of it the peer had taken when the write deadline began.
    var takenAtDeadlineStart = 0
    /// The bytes that this connection has taken from the server's account.
    @exclusivity(unchecked) var charged = 0
    /// The bytes of memory that the outstanding request's content takes, if that didn't come with its head.
    @exclusivity(unchecked) var contentBytes = 0
    /// An answer that is held back until its time.
    var delayed: HTTPResponse?
    /// TLS can't write before it has read, or the other way round, as when it changes keys.
    var writeWantsRead = false
    var readWantsWrite = false
    /// Close once everything is sent.
    @exclusivity(unchecked) var isEnding = false
    /// The peer has ended its sending.
    @exclusivity(unchecked) var inputEnded = false
    /// Waits in the loop's list for another turn.
    @exclusivity(unchecked) var isQueued = false

    init(token: PollToken, info: HTTPConnectionInfo) {
        self.token = token
        self.info = info
    }

    var slot: Int { Int(token.descriptor) }
    var hasUnsent: Bool { unsentStart < unsent.count }
    /// The bytes that it holds for its peer.
    var heldBytes: Int { stash.count + unsent.count + contentBytes }

    /// Whether bytes that come may be read: nothing is owed to the peer.
    var takesInput: Bool {
        if inputEnded || hasUnsent || isEnding { return false }
        switch stage {
        case .deciding: return true
        case .open: if case .answer = machine.waiting { return false } else { return true }
        case .handshaking, .lingering: return false
        }
    }
}
