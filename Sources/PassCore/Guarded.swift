#if canImport(Glibc)
    package import Glibc
#elseif canImport(Darwin)
    package import Darwin
#endif

/// A value behind a lock: what `Synchronization.Mutex` is, over the C library's mutex.
///
/// It isn't the standard's because ThreadSanitizer can't see that one's lock: it is a futex inside the toolchain's library, so each
/// contended `withLock` is reported as a race on the value, and a true race among those goes unseen. The C library's mutex it
/// follows, and that is no slower. The lock isn't recursive: `withLock` inside `withLock` of the same one never returns.
package struct Guarded<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // `@unchecked` because of the two pointers: `value` is touched by `withLock` alone, which holds `mutex` meanwhile.
    // Neither moves, as the C library asks of a mutex; a stored property of a struct would.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline let value: UnsafeMutablePointer<Value>

    @inlinable package init(_ value: consuming sending Value) {
        mutex = .allocate(capacity: 1)
        let result = pthread_mutex_init(mutex, nil)
        precondition(result == 0, "the C library has no memory for a lock")
        self.value = .allocate(capacity: 1)
        self.value.initialize(to: value)
    }

    @inlinable deinit {
        value.deinitialize(count: 1)
        value.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Calls `body` with the value while nobody else has it, and returns or throws what `body` does.
    ///
    /// Waits as long as another thread is inside, so `body` must be short and wait for nothing.
    @inlinable package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value.pointee)
    }
}
