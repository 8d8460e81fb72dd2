import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A program that this process has started and waits for. It shares the terminal and open files with this process.
struct ChildProcess: Sendable {
    private let id: pid_t

    /// Starts the program, with the default handling of the signals that this process handles itself.
    ///
    /// - Parameters:
    ///   - words: the program, looked up in `PATH`, and its arguments; at least one.
    ///   - signals: the signals that this process handles itself. SIGPIPE gets its default handling, too; all other
    ///     signals stay ignored or not, as they were when this process started.
    /// - Throws: `CommandFailure` with status 127 when there is no such program and 126 when it can't be run, as in
    ///   shells.
    init(_ words: [String], environment: [String: String], signals: [Int32]) throws(CommandFailure) {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var usual = sigset_t()
        sigemptyset(&usual)
        posix_spawnattr_setsigmask(&attributes, &usual)
        for number in signals + [SIGPIPE] { sigaddset(&usual, number) }
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var id = pid_t()
        let error = Self.withPointers(words) { arguments in
            Self.withPointers(environment.map { "\($0)=\($1)" }) { variables in
                posix_spawnp(&id, words[0], nil, &attributes, arguments, variables)
            }
        }
        guard error == 0 else {
            let reason = String(cString: strerror(error))
            throw CommandFailure(.other(error == ENOENT ? 127 : 126), "\(words[0]) can't be run: \(reason).")
        }
        self.id = id
    }

    /// Waits for the program's end and returns its exit code; if a signal ended it, 128 plus the signal's number.
    func exitCode() async -> Int32 {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var status: Int32 = 0
                while waitpid(id, &status, 0) < 0, errno == EINTR {}
                let signal = status & 0x7F
                continuation.resume(returning: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
            }
        }
    }

    /// Passes a signal on, unless the terminal has already sent it to both processes.
    func forward(_ number: Int32) {
        if number == SIGINT, tcgetpgrp(STDIN_FILENO) == getpgrp() { return }
        kill(id, number)
    }

    /// Calls `body` with a C array of C strings that ends with a null pointer.
    private static func withPointers<Answer>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Answer
    ) -> Answer {
        let pointers = texts.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers)
    }
}
