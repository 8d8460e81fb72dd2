package import PassCore

/// A change of the World's clock, and its place among the exchanges of a journal.
package struct ClockTurn: Sendable, Hashable {
    /// The state of a clock at one moment.
    package struct Reading: Sendable, Hashable {
        package var time: Timestamp
        package var isFrozen: Bool
        /// The number of seconds that pass in each real second while the clock isn't frozen.
        package var scale: Double

        package init(time: Timestamp, isFrozen: Bool = false, scale: Double = 1) {
            self.time = time
            self.isFrozen = isFrozen
            self.scale = scale
        }

        /// Reads a clock. One that isn't a `VirtualClock` counts as running in real time.
        package init(_ clock: any WallClock) {
            let virtual = clock as? VirtualClock
            self.init(time: clock.now(), isFrozen: virtual?.isFrozen ?? false, scale: virtual?.scale ?? 1)
        }

        /// Whether differences of the clock's times are real seconds.
        package var runsInRealTime: Bool { !isFrozen && scale == 1 }
    }

    /// The last arrival or answer before the change.
    package let position: ExchangeID
    package let before: Reading
    package let after: Reading

    package init(position: ExchangeID, before: Reading, after: Reading) {
        self.position = position
        self.before = before
        self.after = after
    }

    /// Whether the change came before an exchange; `false` for an exchange of another node, because their order is
    /// unknown.
    package func isBefore(_ id: ExchangeID) -> Bool { position.run == id.run && position.number < id.number }

    /// The milliseconds by which the change moved the clock, negative for a move backwards.
    package var movedMilliseconds: Int64 { (after.time - before.time).milliseconds }
}
