import Dispatch

/// The main queue, where the main actor runs.
public final class MainQueueExecutor: MainExecutor, Sendable {
    private static let key = DispatchSpecificKey<Bool>()

    public init() { DispatchQueue.main.setSpecific(key: Self.key, value: true) }

    public func isCurrent() -> Bool { DispatchQueue.getSpecific(key: Self.key) == true }
}
