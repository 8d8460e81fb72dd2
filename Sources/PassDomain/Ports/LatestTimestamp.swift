package import PassCore

/// The latest time that was recorded, even if the World's clock has since been set back.
package final class LatestTimestamp: Sendable {
    private let latest = Guarded(Timestamp(milliseconds: .min))

    package init() {}

    /// The latest recorded time.
    package var value: Timestamp { latest.withLock(\.self) }

    /// Records a time.
    ///
    /// - Returns: the latest recorded time, `now` included.
    @discardableResult
    package func record(_ now: Timestamp) -> Timestamp {
        latest.withLock { latest in
            latest = max(latest, now)
            return latest
        }
    }
}
