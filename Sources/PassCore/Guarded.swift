#if canImport(Glibc)
    public import Glibc
#elseif canImport(Darwin)
    public import Darwin
#endif

/// A value protected by a lock, like `Synchronization.Mutex` but built on the C library's mutex.
///
/// ThreadSanitizer can't see the lock of `Mutex`, which is a futex inside the toolchain's library. It reports each
/// contended `withLock` as a race on the value, and a true race among those reports goes unnoticed. It does understand
/// the C library's mutex, which is no slower. The lock isn't recursive: a nested `withLock` on the same value never
/// returns.
///
/// Without `@usableFromInline`, other modules would call `withLock` as unspecialized generic code and `body` as a
/// closure that isn't inlined.
@usableFromInline package struct Guarded<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // `@unchecked` because of the two pointers: only `withLock` touches `value`, and only while it holds `mutex`. Both
    // are allocated so that they never move, as the C library requires of a mutex. A stored property would move
    // together with its struct.
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

    /// Calls `body` with exclusive access to the value, and returns or throws what `body` does.
    ///
    /// The call waits while another thread holds the lock, so `body` must be short and must not wait for anything.
    @inlinable package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value.pointee)
    }
}
