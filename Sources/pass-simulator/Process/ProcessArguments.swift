import PassSimulator

/// The words that the process was started with.
enum ProcessArguments {
    /// The words after the program's name.
    ///
    /// Swift's runtime on Linux finds the arguments in front of the environment, so it has none, not even the program's
    /// name, when a preloaded library has moved the environment (libfaketime does). The system keeps a record of its own.
    ///
    /// - Parameters:
    ///   - arguments: what the runtime hands over.
    ///   - record: the system's record, each word with a zero byte behind it; `nil` where there is none.
    /// - Throws: `CommandFailure` when neither has the program's name: options could have been lost with it.
    static func words(_ arguments: [String], record: () -> [UInt8]?) throws(CommandFailure) -> [String] {
        if !arguments.isEmpty { return Array(arguments.dropFirst()) }
        guard let bytes = record(), !bytes.isEmpty else {
            throw CommandFailure(
                .badUsage,
                "The options can't be read: the system handed over no arguments. A library in LD_PRELOAD may be the cause; "
                    + "start without it.")
        }
        var words = bytes.split(separator: 0, omittingEmptySubsequences: false)
        if words.last?.isEmpty == true { words.removeLast() }
        return words.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    }
}
