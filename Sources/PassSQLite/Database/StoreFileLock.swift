import PassDomain

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A lock that lets one process at a time write a store. The system releases it when the process ends, however it ends.
///
/// The lock is on another file beside the store, because a process that closes any descriptor of the store's own file
/// loses the locks that SQLite has on that file (POSIX, `fcntl`). The lock file is named after the file to which
/// symbolic links lead, and a store with several hard links is refused, so no two processes can lock one store by two
/// names.
final class StoreFileLock: Sendable {
    private let path: String
    /// The open lock file, which has the lock.
    let descriptor: Int32

    /// Takes the lock of the store at this path.
    ///
    /// - Throws: `StoreError` of the code `inUse` if another process, or another simulator in this process, has the
    ///   lock.
    init(of path: String) throws(StoreError) {
        self.path = path
        let file = try Self.resolved(path) + ".lock"
        descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(
                .unavailable, "The file \(file) can't be opened: \(String(cString: strerror(errno))).")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            // `deinit` closes the descriptor, because it runs even though `init` throws.
            throw StoreError(
                .inUse,
                "The store \(path) is in use by another simulator. Stop it, or give each simulator a file of its own.")
        }
    }

    /// Creates the store's file if it is missing, accessible only to its owner.
    ///
    /// - Throws: `StoreError` if the file can't be opened or created, or has several hard links.
    func makeStore() throws(StoreError) {
        let store = open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard store >= 0 else {
            throw StoreError(
                .unavailable, "The store \(path) can't be opened: \(String(cString: strerror(errno))).")
        }
        var facts = stat()
        let isKnown = fstat(store, &facts) == 0
        // Closing ends any locks that SQLite has on the file, but it has none yet.
        close(store)
        guard isKnown, facts.st_nlink <= 1 else {
            throw StoreError(
                .unavailable,
                "The store \(path) has several names (hard links), so another simulator could write it unnoticed. Remove "
                    + "the other names.")
        }
    }

    /// Returns the path of the file to which the symbolic links of a path lead.
    private static func resolved(_ path: String) throws(StoreError) -> String {
        if let real = realpath(path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        var facts = stat()
        guard lstat(path, &facts) != 0 else {
            throw StoreError(.unavailable, "The store \(path) is a symbolic link to a file that doesn't exist.")
        }
        return path
    }

    deinit {
        // A child that this process is starting has a copy of the descriptor until it runs its program (`O_CLOEXEC`).
        // If this process only closed its own descriptor, the child would keep the lock until then (flock(2)).
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
