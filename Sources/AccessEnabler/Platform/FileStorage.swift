#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A medium in one file, which only its owner may read and which all processes that use the same path share.
///
/// Each change is atomic: it is written to a second file, which then replaces the first. Processes take turns by
/// locking another file, `….lock`, which is never removed.
public struct FileStorage: TokenStorage {
    /// The largest file that is read or written, in bytes; real stores are far smaller.
    private static let largest = 16 << 20

    /// The path of the file.
    public let path: String
    /// The number of attempts to take a lock that another process holds, 10 ms apart.
    private let attempts: Int

    /// Creates a medium in a file, without touching the disk yet.
    ///
    /// - Parameter path: the path of the file. The first access creates missing parent folders, accessible only to
    ///   their owner.
    public init(path: String) { self.init(path: path, attempts: 400) }

    init(path: String, attempts: Int) {
        self.path = path
        self.attempts = attempts
    }

    /// Reads the file and stores what `body` changes, under the lock.
    ///
    /// The call waits up to four seconds for a lock that another process holds, and blocks its thread while it waits.
    ///
    /// - Throws: `StorageError`, and what `body` throws.
    public func access<Value>(_ body: (inout [UInt8]?) throws -> Value) throws -> Value {
        let lock = try locked()
        // Closing the descriptor releases the lock, as does the end of the process.
        defer { close(lock) }
        let stored = try contents()
        var bytes = stored
        let value = try body(&bytes)
        if bytes != stored { try replace(with: bytes) }
        return value
    }
}

extension FileStorage {
    /// Takes the lock and returns its descriptor.
    private func locked() throws(StorageError) -> Int32 {
        makeFolders()
        let descriptor = uninterrupted { open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw failure(.unreadable, "can't be locked", errno) }
        var error = EWOULDBLOCK
        for _ in 0..<attempts {
            if uninterrupted({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 { return descriptor }
            error = errno
            guard error == EWOULDBLOCK else { break }
            usleep(10_000)
        }
        close(descriptor)
        throw failure(error == EWOULDBLOCK ? .busy : .unreadable, "can't be locked", error)
    }

    /// Returns the bytes of the file; `nil` when there is no file.
    private func contents() throws(StorageError) -> [UInt8]? {
        // Without O_NONBLOCK, opening a pipe at this path would block.
        let descriptor = uninterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(.unreadable, "can't be read", errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw StorageError(.unreadable, "\(path) isn't a plain file.")
        }
        guard status.st_size <= Self.largest else {
            throw StorageError(.tooLarge, "\(path) has \(status.st_size) bytes, more than \(Self.largest).")
        }
        let size = Int(status.st_size)
        var error: Int32 = 0
        var count = 0
        var bytes = [UInt8](repeating: 0, count: size)
        bytes.withUnsafeMutableBytes { buffer in
            while count < size, let start = buffer.baseAddress {
                let more = uninterrupted { read(descriptor, start + count, size - count) }
                if more < 0 { error = errno }
                if more <= 0 { break }
                count += more
            }
        }
        guard error == 0 else { throw failure(.unreadable, "can't be read", error) }
        guard count == size else {
            throw StorageError(.unreadable, "\(path) became shorter while it was being read.")
        }
        return bytes
    }

    /// Replaces the bytes of the file; `nil` removes it.
    private func replace(with bytes: [UInt8]?) throws(StorageError) {
        guard let bytes else {
            guard unlink(path) == 0 || errno == ENOENT else { throw failure(.unwritable, "can't be removed", errno) }
            return
        }
        guard bytes.count <= Self.largest else {
            throw StorageError(.tooLarge, "\(path) would have \(bytes.count) bytes, more than \(Self.largest).")
        }
        // The lock keeps other processes out, so a file at this path was left by a process that died while writing.
        let temporary = path + ".new"
        unlink(temporary)
        let descriptor = uninterrupted { open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw failure(.unwritable, "can't be written", errno) }
        var isWhole = false
        defer {
            close(descriptor)
            if !isWhole { unlink(temporary) }
        }
        var written = 0
        while written < bytes.count {
            let more = bytes[written...].withUnsafeBytes { rest in
                uninterrupted { write(descriptor, rest.baseAddress, rest.count) }
            }
            guard more > 0 else { throw failure(.unwritable, "can't be written", errno) }
            written += more
        }
        guard uninterrupted({ fsync(descriptor) }) == 0, rename(temporary, path) == 0 else {
            throw failure(.unwritable, "can't be written", errno)
        }
        isWhole = true
    }

    /// Creates missing parent folders; a failure isn't reported here, because opening the file then fails.
    private func makeFolders() {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true).dropLast()
        var partial = path.hasPrefix("/") ? "" : "."
        for part in parts {
            partial += "/\(part)"
            mkdir(partial, 0o700)
        }
    }

    private func failure(_ code: StorageError.Code, _ what: String, _ error: Int32) -> StorageError {
        StorageError(code, "\(path) \(what): \(String(cString: strerror(error))).")
    }
}

/// Repeats a system call as long as a signal interrupts it (`EINTR`).
func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}
