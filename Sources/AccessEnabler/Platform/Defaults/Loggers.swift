#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes the log to standard output, one line each.
public struct PrintLogger: EntitlementLogger {
    public init() {}

    public func log(_ category: LogCategory, _ line: String) { print("\(category.rawValue): \(line)") }
}

/// Writes the log to standard error, one line each: `error: [AccessEnabler] …`.
public struct StandardErrorLogger: EntitlementLogger {
    public init() {}

    public func log(_ category: LogCategory, _ line: String) {
        // One call, so that lines of several threads don't mix. What can't be written is lost.
        let bytes = Array("\(category.rawValue): \(line)\n".utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
