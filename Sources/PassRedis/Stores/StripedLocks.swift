#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Locks for keys; several keys may share a lock. A thread may wait for the network while it holds a lock, and holds
/// only one at a time.
///
/// Without these locks, threads of one process that change the same record would make each other's attempts fail.
///
/// `@unchecked Sendable` because the mutexes are created and destroyed with the object, and are only locked and
/// unlocked in between.
final class StripedLocks: @unchecked Sendable {
    private static let count = 512
    private let mutexes: UnsafeMutablePointer<pthread_mutex_t>

    init() {
        mutexes = .allocate(capacity: Self.count)
        for index in 0..<Self.count {
            let result = pthread_mutex_init(mutexes + index, nil)
            precondition(result == 0, "the C library has no memory for a lock")
        }
    }

    deinit {
        for index in 0..<Self.count { pthread_mutex_destroy(mutexes + index) }
        mutexes.deallocate()
    }

    /// Calls `body` while no other thread of this process has the key's lock.
    func withLock<Result>(_ key: some Hashable, _ body: () throws -> Result) rethrows -> Result {
        let mutex = mutexes + Int(UInt(bitPattern: key.hashValue) % UInt(Self.count))
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}
