#if canImport(Darwin)
    import Darwin

    /// A descriptor that any thread can make readable, through a pipe, to wake the loop that watches it.
    final class WakeSignal: Sendable {
        let descriptor: Int32
        private let writingEnd: Int32

        init() throws(SystemError) {
            var ends: [Int32] = [-1, -1]
            if pipe(&ends) != 0 { throw .last }
            (descriptor, writingEnd) = (ends[0], ends[1])
            for end in ends {
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            }
        }

        deinit {
            close(descriptor)
            close(writingEnd)
        }

        /// Makes the descriptor readable.
        func raise() {
            var byte: UInt8 = 1
            // The write fails only when the pipe is full, in which case the signal is already raised.
            _ = write(writingEnd, &byte, 1)
        }

        /// Makes the descriptor unreadable again.
        func clear() {
            var bytes = [UInt8](repeating: 0, count: 64)
            while read(descriptor, &bytes, bytes.count) == bytes.count {}
        }
    }
#endif
