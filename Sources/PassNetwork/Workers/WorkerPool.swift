import Dispatch
import PassCore

/// A pool that runs work which would block a loop, with a bounded number of pieces at once and a bounded queue.
///
/// Work runs on a concurrent Dispatch queue, whose number of threads would follow the load, so pieces wait here
/// instead. The owners of work take turns: however much work one of them submits, another's piece waits for one piece
/// of each.
final class WorkerPool: Sendable {
    /// The owner of a piece of work: the clients of one address in one namespace.
    struct Owner: Hashable, Sendable {
        let namespace: String
        let peerAddress: String
    }

    /// The fate of a piece of work that was accepted.
    enum Outcome {
        /// A worker has reached the piece, and runs it now.
        case turn
        /// The piece is dropped: its owner had the most work waiting when there was no room for another's.
        case gaveWay
    }

    /// A piece of work, which is called once with its fate.
    typealias Piece = @Sendable (Outcome) -> Void

    /// The number of waiting pieces per worker from which on the pool is crowded.
    private static let crowd = 4

    private struct State {
        var waiting = TurnQueue<Owner, Piece>()
        /// The number of workers, each of which runs one piece at a time.
        var workers = 0
        /// The number of pieces that were accepted and aren't done.
        var unfinished = 0
    }

    private let queue = DispatchQueue(label: "pass-simulator.workers", attributes: .concurrent)
    private let state = Guarded(State())
    private let width: Int
    private let capacity: Int

    /// Creates a pool without workers, which are started as work arrives.
    ///
    /// - Parameters:
    ///   - width: the most pieces that run at once.
    ///   - capacity: the most pieces that wait or run in all.
    init(width: Int, capacity: Int) {
        self.width = width
        self.capacity = capacity
    }

    /// Accepts a piece of work; returns `false` when there is no room for it.
    ///
    /// When the pool is full, the newest piece of the owner with the most makes room for owners with less.
    func submit(of owner: Owner, _ piece: @escaping Piece) -> Bool {
        var (isTaken, startsWorker) = (true, false)
        let loser = state.withLock { state -> Piece? in
            var loser: Piece?
            if state.unfinished >= capacity {
                loser = state.waiting.makeRoom(for: owner)
                isTaken = loser != nil
                guard isTaken else { return nil }
                state.unfinished -= 1
            }
            state.unfinished += 1
            state.waiting.append(piece, of: owner)
            startsWorker = state.workers < width
            if startsWorker { state.workers += 1 }
            return loser
        }
        if startsWorker { queue.async { self.drain() } }
        loser?(.gaveWay)
        return isTaken
    }

    /// Whether work that arrives now waits for several pieces per worker before it begins.
    var isCrowded: Bool {
        state.withLock { $0.waiting.count >= Self.crowd * width }
    }

    /// Runs one piece after another until none is waiting.
    private func drain() {
        while let piece = next() {
            piece(.turn)
            state.withLock { $0.unfinished -= 1 }
        }
    }

    private func next() -> Piece? {
        state.withLock { state in
            let piece = state.waiting.popFirst()
            if piece == nil { state.workers -= 1 }
            return piece
        }
    }
}
