#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Locks for single records, and for all records of a store at once.
///
/// A change of a record reads it, decides, and waits until the result is durable. During that time no other thread
/// changes the record, but other records may change. A thread holds only one lock at a time, so no two threads wait for
/// each other.
///
/// `@unchecked Sendable` because only the functions below use the variables, and they hold the mutex while they do.
final class KeyLocks: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let change: UnsafeMutablePointer<pthread_cond_t>
    private var rows: Set<RecordPlace> = []
    /// The number of locked records of each store.
    private var counts: [StorePlace: Int] = [:]
    private var stores: Set<StorePlace> = []
    /// The number of threads that wait.
    private var waiting = 0

    init() {
        mutex = .allocate(capacity: 1)
        change = .allocate(capacity: 1)
        let results = (pthread_mutex_init(mutex, nil), pthread_cond_init(change, nil))
        precondition(results == (0, 0), "the C library has no memory for a lock")
    }

    deinit {
        pthread_cond_destroy(change)
        pthread_mutex_destroy(mutex)
        change.deallocate()
        mutex.deallocate()
    }

    /// Calls `body` while no other thread changes this record.
    func withLock<Result>(_ row: RecordPlace, _ body: () throws -> Result) rethrows -> Result {
        locked {
            wait { !rows.contains(row) && !stores.contains(row.store) }
            rows.insert(row)
            counts[row.store, default: 0] += 1
        }
        defer {
            locked {
                rows.remove(row)
                let count = counts[row.store, default: 1] - 1
                counts[row.store] = count == 0 ? nil : count
                wakeOthers()
            }
        }
        return try body()
    }

    /// Calls `body` while no other thread changes a record of this store.
    func withLock<Result>(_ store: StorePlace, _ body: () throws -> Result) rethrows -> Result {
        locked {
            wait { !stores.contains(store) }
            stores.insert(store)
            // From now on, new changes wait, and those that have begun can end.
            wait { counts[store] == nil }
        }
        defer {
            locked {
                stores.remove(store)
                wakeOthers()
            }
        }
        return try body()
    }

    private func locked(_ body: () -> Void) {
        pthread_mutex_lock(mutex)
        body()
        pthread_mutex_unlock(mutex)
    }

    private func wait(until isFree: () -> Bool) {
        waiting += 1
        while !isFree() { pthread_cond_wait(change, mutex) }
        waiting -= 1
    }

    private func wakeOthers() {
        if waiting > 0 { pthread_cond_broadcast(change) }
    }
}
