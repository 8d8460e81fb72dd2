import Dispatch
import PassCore
import PassDomain
import PassInstruments

/// A log on standard error, with one line for each request.
///
/// The network loops hand lines over and never wait; a separate queue writes them. When nothing reads standard error
/// and one mebibyte of lines is waiting, further lines are dropped, and a later line says how many.
final class RequestLog: Sendable {
    /// The logged facts of a request; the query and the body aren't logged, because they carry tokens.
    struct Entry: Sendable {
        /// The machine's time, not the World's.
        var time: Timestamp
        var namespace: String
        var method: String
        /// The path without its query.
        var path: String
        /// The operation; `nil` when no endpoint was found.
        var operation: Operation?
        var status: Int
        var microseconds: Int
        var peer: String
        /// The result and its reason; `nil` for an ordinary answer.
        var outcome: Outcome?
        /// Whether a fault or a rule affected the answer.
        var isFaulted = false
        /// The exchange's ID in the journal; `nil` if it isn't recorded.
        var exchange: ExchangeID?
        /// The request's place in a distributed trace, from the client's field `traceparent`; `nil` if there is none.
        var traceparent: String?
    }

    /// A log line that doesn't belong to a request, such as one about a failed connection.
    struct Note: Sendable {
        var time: Timestamp
        /// The peer's address; `nil` when it is unknown.
        var peer: String?
        var sentence: String
    }

    private struct State {
        var waiting: [UInt8] = []
        var dropped = 0
        var isWriting = false
    }

    /// The number of bytes that may wait to be written.
    static let capacity = 1 << 20

    private let isJSON: Bool
    private let output: @Sendable ([UInt8]) -> Void
    private let state = Guarded(State())
    private let queue = DispatchQueue(label: "pass-simulator.log", qos: .utility)

    /// Creates a log, or returns `nil` when the format is `off`.
    ///
    /// - Parameter output: writes whole lines; it runs on the log's own queue and may block.
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

    /// Waits until all lines so far are written, or until the given time has passed because standard error isn't being
    /// read.
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
