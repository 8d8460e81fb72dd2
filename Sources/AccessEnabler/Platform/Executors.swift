/// Tells whether a call comes from where the app's interface lives.
public protocol MainExecutor: Sendable {
    func isCurrent() -> Bool
}

/// Where the delegates are called, one call at a time and in order.
public protocol CallbackExecutor: Sendable {
    /// Runs `work` now or later, never at the same time as other work, and in the order given.
    func execute(_ work: @escaping @Sendable () -> Void)
}

/// Takes the SDK's log: lines that start with `[AccessEnabler]`.
public protocol EntitlementLogger: Sendable {
    func log(_ category: LogCategory, _ line: String)
}

public enum LogCategory: String, Sendable, Hashable {
    case debug
    case error
}
