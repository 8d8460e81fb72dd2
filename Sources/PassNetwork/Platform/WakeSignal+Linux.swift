#if os(Linux)
    import CPassSystem
    import Glibc

    /// A descriptor that any thread can make readable, through eventfd(2), to wake the loop that watches it.
    ///
    /// The class is `Sendable` because it holds only a descriptor, on which the system serializes all calls.
    final class WakeSignal: Sendable {
        let descriptor: Int32

        init() throws(SystemError) {
            descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
            if descriptor < 0 { throw .last }
        }

        deinit {
            close(descriptor)
        }

        /// Makes the descriptor readable.
        func raise() {
            var one: UInt64 = 1
            // The write fails only when the counter is full, in which case the signal is already raised.
            _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
        }

        /// Makes the descriptor unreadable again.
        func clear() {
            var count: UInt64 = 0
            _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
        }
    }
#endif
