import Dispatch

/// A test whether code runs on the main queue, where the main actor runs.
public final class MainQueueExecutor: MainExecutor, Sendable {
    private static let key = DispatchSpecificKey<Bool>()

    /// Creates a test, and marks the main queue so that `isCurrent` recognizes it.
    public init() { DispatchQueue.main.setSpecific(key: Self.key, value: true) }

    /// Whether the caller runs on the main queue.
    public func isCurrent() -> Bool { DispatchQueue.getSpecific(key: Self.key) == true }
}
