#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A medium in one file that only its owner may read, shared by processes that name the same path.
///
/// Each change appears whole or not at all: it is written beside the file and renamed into place. Users of all processes take
/// turns by a lock on a second file, `….lock`, which stays.
public struct FileStorage: TokenStorage {
    /// No store comes near this many bytes.
    private static let largest = 16 << 20

    public let path: String
    /// How often a lock that another process has is tried, every 10 ms.
    private let attempts: Int

    /// - Parameter path: the file; missing folders above it are made at the first access, for their owner only.
    public init(path: String) { self.init(path: path, attempts: 400) }

    init(path: String, attempts: Int) {
        self.path = path
        self.attempts = attempts
    }

    /// Waits up to four seconds for a lock that another process has, and keeps its thread as long.
    ///
    /// - Throws: `StorageError`, and what `body` throws.
    public func access<Value>(_ body: (inout [UInt8]?) throws -> Value) throws -> Value {
        let lock = try locked()
        // Closing lets the lock go, as the end of the process does.
        defer { close(lock) }
        let stored = try contents()
        var bytes = stored
        let value = try body(&bytes)
        if bytes != stored { try replace(with: bytes) }
        return value
    }
}

extension FileStorage {
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

    /// `nil` when there is no file.
    private func contents() throws(StorageError) -> [UInt8]? {
        // Without O_NONBLOCK a pipe under this name would be waited for.
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
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size, let start = buffer.baseAddress {
                let more = uninterrupted { read(descriptor, start + count, size - count) }
                if more < 0 { error = errno }
                if more <= 0 { break }
                count += more
            }
        }
        guard bytes.count == size else { throw failure(.unreadable, "broke off while it was read", error) }
        return bytes
    }

    private func replace(with bytes: [UInt8]?) throws(StorageError) {
        guard let bytes else {
            guard unlink(path) == 0 || errno == ENOENT else { throw failure(.unwritable, "can't be removed", errno) }
            return
        }
        guard bytes.count <= Self.largest else {
            throw StorageError(.tooLarge, "\(path) would get \(bytes.count) bytes, more than \(Self.largest).")
        }
        // The lock keeps all others away; what a process left that died here is written over.
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

    /// What fails here shows when the file is opened.
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

/// Makes a system call again as long as a signal breaks it off (`EINTR`).
func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}
