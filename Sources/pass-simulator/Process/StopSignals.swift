import CPassSystem
import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// SIGTERM, SIGINT and SIGHUP, which one reader gets as values instead of their ending the process.
///
/// A process that was started to ignore SIGHUP, e.g. by nohup(1), keeps ignoring it. The signals arrive even when the
/// process has reached the limit on its address space.
struct StopSignals: Sendable {
    /// The source of the signals, kept so that it stays active. No code uses it after `init`, so sharing it is safe.
    private nonisolated(unsafe) let source: any DispatchSourceRead
    /// The number of each signal, in the order of their arrival.
    let arrivals: AsyncStream<Int32>
    /// The signals that are received here.
    let numbers: [Int32]

    /// Begins to receive the signals. Must be called only once in a process.
    ///
    /// - Throws: `CommandFailure`, e.g. when there are no descriptors left.
    init() throws(CommandFailure) {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        arrivals = stream
        numbers = CPassSystem_is_ignored(SIGHUP) != 0 ? [SIGTERM, SIGINT] : [SIGTERM, SIGINT, SIGHUP]
        let reader = CPassSystem_catch_signals(numbers, Int32(numbers.count))
        guard reader >= 0 else {
            throw CommandFailure(.couldNotStart, "Signals can't be received: \(String(cString: strerror(errno))).")
        }
        source = DispatchSource.makeReadSource(
            fileDescriptor: reader, queue: DispatchQueue(label: "pass-simulator.signals"))
        source.setEventHandler {
            var number: UInt8 = 0
            while read(reader, &number, 1) == 1 { continuation.yield(Int32(number)) }
        }
        source.activate()
    }
}
