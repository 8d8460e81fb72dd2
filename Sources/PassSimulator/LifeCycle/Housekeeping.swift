import Dispatch
import PassCore
import PassNetwork

/// A timer that removes expired records and idle namespaces every few seconds, even when no requests arrive.
final class Housekeeping: Sendable {
    private static let seconds = 5
    /// The minimum number of freed bytes for which memory is returned to the system.
    ///
    /// Smaller amounts stay with the process, because the next use of returned memory is slower.
    private static let worthGivingBack = 4 << 20

    private let timer: Guarded<any DispatchSourceTimer>

    /// Starts the timer, which runs until `stop()`.
    ///
    /// - Parameters:
    ///   - shared: the Worlds that other nodes change too; `nil` if the store isn't shared.
    ///   - buffered: the account of the bytes that connections hold.
    init(_ worlds: Worlds, _ shared: SharedWorlds?, buffered: ByteAccount, clock: any WallClock) {
        let queue = DispatchQueue(label: "pass-simulator.housekeeping", qos: .utility)
        let source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(
            deadline: .now() + .seconds(Self.seconds), repeating: .seconds(Self.seconds), leeway: .seconds(1))
        source.setEventHandler { Self.work(worlds, shared, buffered, now: clock.now()) }
        source.activate()
        timer = Guarded(source)
    }

    func stop() {
        timer.withLock { $0.cancel() }
    }

    private static func work(
        _ worlds: Worlds, _ shared: SharedWorlds?, _ buffered: ByteAccount, now: Timestamp
    ) {
        shared?.announce()
        let removed = shared?.sweep(now: now) ?? worlds.sweep(now: now)
        // If this fails, the next run of the timer tries again.
        try? worlds.keepDescriptions()
        let freed = worlds.storedBytes.fall() + buffered.fall()
        if removed > 0 || freed >= worthGivingBack { ProcessResources.returnFreedMemory() }
    }
}
