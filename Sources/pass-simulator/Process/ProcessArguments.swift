import PassSimulator

/// The arguments with which the process was started.
enum ProcessArguments {
    /// Returns the words after the program's name.
    ///
    /// Swift's runtime on Linux finds the arguments in front of the environment. When a preloaded library has moved the
    /// environment, as libfaketime does, the runtime therefore finds no arguments, not even the program's name. The
    /// system's own record still has them.
    ///
    /// - Parameters:
    ///   - arguments: the arguments from the runtime.
    ///   - record: returns the system's record, in which a zero byte ends each word; `nil` if there is none.
    /// - Throws: `CommandFailure` when neither source has the program's name, because options may have been lost with
    ///   it.
    static func words(_ arguments: [String], record: () -> [UInt8]?) throws(CommandFailure) -> [String] {
        if !arguments.isEmpty { return Array(arguments.dropFirst()) }
        guard let bytes = record(), !bytes.isEmpty else {
            throw CommandFailure(
                .badUsage,
                "The options can't be read: the system passed no arguments. A library in LD_PRELOAD may be the cause; "
                    + "start without it.")
        }
        var words = bytes.split(separator: 0, omittingEmptySubsequences: false)
        if words.last?.isEmpty == true { words.removeLast() }
        return words.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    }
}
