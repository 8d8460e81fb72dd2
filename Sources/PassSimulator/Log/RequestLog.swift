import Dispatch
import PassCore

/// One line for each request, on standard error.
///
/// Loops hand lines in and never wait: a queue of its own writes them. When nobody reads them and a mebibyte is waiting,
/// further lines are dropped, and one line says how many.
final class RequestLog: Sendable {
    /// What is told of a request; there is no query and no body, because these carry tokens.
    struct Entry: Sendable {
        /// The machine's time, not the World's.
        var time: Timestamp
        var namespace: String
        var method: String
        /// Without its query.
        var path: String
        /// `nil` when no endpoint was found.
        var operation: String?
        var status: Int
        var microseconds: Int
        var peer: String
    }

    /// What is told of a connection that brought no request.
    struct Note: Sendable {
        var time: Timestamp
        /// `nil` when it isn't known.
        var peer: String?
        var sentence: String
    }

    private struct State {
        var waiting: [UInt8] = []
        var dropped = 0
        var isWriting = false
    }

    static let capacity = 1 << 20

    private let isJSON: Bool
    private let output: @Sendable ([UInt8]) -> Void
    private let state = Guarded(State())
    private let queue = DispatchQueue(label: "pass-simulator.log", qos: .utility)

    /// - Parameter output: takes whole lines, on a queue of the log's own; it may wait.
    /// - Returns: `nil` when the log is off.
    init?(
        _ format: Configuration.LogFormat,
        output: @escaping @Sendable ([UInt8]) -> Void = { StandardStream.error.write($0) }
    ) {
        switch format {
        case .off: return nil
        case .text: isJSON = false
        case .json: isJSON = true
        }
        self.output = output
    }

    func write(_ entry: Entry) {
        write(isJSON ? entry.jsonLine : entry.textLine)
    }

    func write(_ note: Note) {
        write(isJSON ? note.jsonLine : note.textLine)
    }

    private func write(_ line: [UInt8]) {
        let mustStart = state.withLock { state in
            guard state.waiting.count + line.count <= Self.capacity else {
                state.dropped += 1
                return false
            }
            state.waiting += line
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if mustStart { queue.async { self.writeWaiting() } }
    }

    /// Returns when all lines so far are written, or after that time: nobody may be reading them.
    func flush(within milliseconds: Int = 5_000) {
        let isWritten = DispatchSemaphore(value: 0)
        queue.async { isWritten.signal() }
        _ = isWritten.wait(timeout: .now() + .milliseconds(milliseconds))
    }

    private func writeWaiting() {
        while true {
            let (lines, dropped) = state.withLock { state in
                defer {
                    state.isWriting = !state.waiting.isEmpty
                    state.waiting = []
                    state.dropped = 0
                }
                return (state.waiting, state.dropped)
            }
            if lines.isEmpty { return }
            output(lines)
            if dropped > 0 { output(Array("pass-simulator: \(dropped) lines of this log were dropped here.\n".utf8)) }
        }
    }
}
