package import PassCore

/// The latest time so far, even if the World's clock has since been set back.
package final class LatestTimestamp: Sendable {
    private let latest = Guarded(Timestamp(milliseconds: .min))

    package init() {}

    /// The latest time so far.
    package var value: Timestamp { latest.withLock(\.self) }

    /// Records a time.
    ///
    /// - Returns: the latest time so far, `now` included.
    @discardableResult
    package func record(_ now: Timestamp) -> Timestamp {
        latest.withLock { latest in
            latest = max(latest, now)
            return latest
        }
    }
}
