/// A test whether code runs on the main thread, where the app's user interface runs.
public protocol MainExecutor: Sendable {
    /// Whether the caller runs on the main thread.
    func isCurrent() -> Bool
}

/// An executor on which the delegates are called, one call at a time and in order.
public protocol CallbackExecutor: Sendable {
    /// Runs `work` now or later, never at the same time as other work, and in the order of the calls.
    func execute(_ work: @escaping @Sendable () -> Void)
}

/// A receiver of the SDK's log, whose lines start with `[AccessEnabler]`.
public protocol EntitlementLogger: Sendable {
    /// Takes one line of the log.
    func log(_ category: AccessEnablerLogCategory, _ line: String)
}

/// The category of a line in the SDK's log.
public enum AccessEnablerLogCategory: String, Sendable, Hashable {
    case debug
    case error
}
