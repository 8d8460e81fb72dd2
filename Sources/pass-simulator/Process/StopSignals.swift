import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// SIGTERM and SIGINT without their usual effect: they come as values, for one reader.
struct StopSignals: Sendable {
    /// Only kept, so that they go on; nobody uses them after `init`, which makes sharing them safe.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]
    /// The number of each signal, in the order of their arrival.
    let arrivals: AsyncStream<Int32>

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        let queue = DispatchQueue(label: "pass-simulator.signals")
        arrivals = stream
        sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { continuation.yield(number) }
            source.activate()
            return source
        }
    }
}
