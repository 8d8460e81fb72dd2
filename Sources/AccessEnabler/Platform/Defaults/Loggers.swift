#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A logger that writes to standard output, one line per message: `error: [AccessEnabler] …`.
public struct PrintLogger: EntitlementLogger {
    /// Creates a logger.
    public init() {}

    /// Writes one line of the log.
    public func log(_ category: AccessEnablerLogCategory, _ line: String) { print("\(category.rawValue): \(line)") }
}

/// A logger that writes to standard error, one line per message: `error: [AccessEnabler] …`.
public struct StandardErrorLogger: EntitlementLogger {
    /// Creates a logger.
    public init() {}

    /// Writes one line of the log.
    public func log(_ category: AccessEnablerLogCategory, _ line: String) {
        // A single call of `write` keeps the lines of different threads from mixing. What can't be written is lost.
        let bytes = Array("\(category.rawValue): \(line)\n".utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
