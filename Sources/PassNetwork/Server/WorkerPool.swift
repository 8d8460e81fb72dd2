import Dispatch
import PassCore

/// Runs work that would hold a loop up, a bounded number of pieces at once and with a bounded queue before them.
///
/// Work runs on a concurrent Dispatch queue, whose thread count would follow the load; so pieces wait here. Those who have
/// work take turns, so that however much one of them asks, another's piece waits for one piece of each.
final class WorkerPool: Sendable {
    /// Whose work it is: clients of one address in one namespace.
    struct Owner: Hashable, Sendable {
        let namespace: String
        let peerAddress: String
    }

    /// The fate of a piece of work that was taken.
    enum Outcome {
        /// A worker has come to it, and runs it now.
        case turn
        /// Its owner had the most work waiting when there was no room left for another's.
        case gaveWay
    }

    typealias Piece = @Sendable (Outcome) -> Void

    /// So many pieces wait for each worker when the pool is crowded.
    private static let crowd = 4

    private struct State {
        var waiting = TurnQueue<Owner, Piece>()
        /// Workers, each of which runs one piece at a time.
        var workers = 0
        /// Pieces that were accepted and aren't done.
        var unfinished = 0
    }

    private let queue = DispatchQueue(label: "pass-simulator.workers", attributes: .concurrent)
    private let state = Guarded(State())
    private let width: Int
    private let capacity: Int

    /// - Parameters:
    ///   - width: how many pieces run at once.
    ///   - capacity: how many wait or run in all.
    init(width: Int, capacity: Int) {
        self.width = width
        self.capacity = capacity
    }

    /// Takes a piece of work, or says `false` when there is no room for it.
    ///
    /// When there is none, the newest piece of the owner with the most makes room for those with less.
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

    /// Whether work that comes now waits for several pieces of each worker before it is begun.
    var isCrowded: Bool {
        state.withLock { $0.waiting.count >= Self.crowd * width }
    }

    /// Runs one piece after another until none waits.
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
