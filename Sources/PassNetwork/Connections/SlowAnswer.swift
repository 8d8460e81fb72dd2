import PassHTTP

/// The state of an answer that isn't sent in one step. Most answers have none.
indirect enum SlowAnswer {
    /// The answer is held back until its delay is over.
    case delayed(HTTPResponse)
    /// Nothing more of the answer is sent: a deliberate fault.
    case stalled
    /// The answer is sent in small pieces: a deliberate fault.
    case dribbled(Dribble)
    /// The connection is reset when the client's system has received what was sent: a deliberate fault.
    case resetting
    /// The connection ends when the client's system has received an answer whose delivery is to be reported.
    case confirming

    /// Nothing is read from the connection for a while, as if it hadn't been accepted: a deliberate fault.
    case unaccepted

    /// The answer is given later, from any thread.
    case later(HTTPInterruption)
    /// The answer's content is written in pieces, from any thread.
    case streamed(HTTPBodyChannel)

    /// The number of bytes that the connection holds for the answer, not counting those in `Connection.unsent`.
    var heldBytes: Int {
        switch self {
        case .delayed(let response): response.body.count
        case .dribbled(let dribble): dribble.bytes.count
        case .stalled, .resetting, .confirming, .unaccepted, .later, .streamed: 0
        }
    }

    /// Whether the connection is closed when the peer ends its sending.
    ///
    /// A client that only says that it has no more requests can't be distinguished from one that has gone. Most clients
    /// that end their sending have gone, and their connections would otherwise stay open for minutes.
    var endsWithPeer: Bool {
        switch self {
        case .delayed, .resetting, .confirming: false
        case .stalled, .dribbled, .unaccepted, .later, .streamed: true
        }
    }
}

/// An answer that is sent in small pieces with a pause between them.
struct Dribble {
    let bytes: [UInt8]
    /// The milliseconds from one piece to the next.
    let interval: Int64
    private let pieceBytes: Int
    private var sent = 0

    /// Creates the dribble of a whole answer.
    ///
    /// - Parameters:
    ///   - pieceBytes: the number of bytes in a piece; pieces are larger if `limit` would otherwise be exceeded.
    ///   - interval: the milliseconds from one piece to the next, at least one and at most `limit`.
    ///   - limit: the most milliseconds from the first piece to the last.
    init(_ bytes: [UInt8], pieceBytes: Int, interval: Int, limit: Int) {
        let interval = max(1, min(interval, limit))
        let mostPieces = limit / interval + 1
        self.bytes = bytes
        self.interval = Int64(interval)
        self.pieceBytes = max(1, pieceBytes, (bytes.count + mostPieces - 1) / mostPieces)
    }

    var isComplete: Bool { sent == bytes.count }
    /// The number of bytes that have been written so far.
    var writtenBytes: Int { sent }

    /// Writes the next piece.
    mutating func writeNext(into output: inout OutputBuffer) {
        let end = sent + min(pieceBytes, bytes.count - sent)
        bytes.withUnsafeBytes { output.append(UnsafeRawBufferPointer(rebasing: $0[sent..<end])) }
        sent = end
    }
}
