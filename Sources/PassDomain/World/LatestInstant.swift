package import PassCore

/// The latest instant that a World's clock has shown to those who ask here, even if the clock was set back since.
package final class LatestInstant: Sendable {
    private let latest = Guarded(Timestamp(milliseconds: .min))

    package init() {}

    /// Takes note of `now`.
    ///
    /// - Returns: the latest instant so far, `now` included.
    package func reached(_ now: Timestamp) -> Timestamp {
        latest.withLock { latest in
            latest = max(latest, now)
            return latest
        }
    }
}
