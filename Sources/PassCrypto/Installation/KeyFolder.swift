import PassCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A directory of key files. Each file appears whole or not at all, and a secret file changes only by `replace`.
struct KeyFolder: Sendable {
    /// The maximum size of a file that is read, in bytes. Key files of any kind are far smaller.
    private static let largestFile = 65_536

    let path: String

    /// Creates the directory and its parents if they are missing. Only their owner may enter the new directories.
    init(path: String) throws(KeyStoreError) {
        var trimmed = Substring(path)
        while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
        self.path = String(trimmed)
        try Self.makeDirectory(self.path)
    }

    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Whether there is a file, link or anything else with this name.
    func contains(_ name: String) -> Bool {
        var status = stat()
        return lstat(path(name), &status) == 0
    }

    /// Throws if this user can't add files to the directory, so that no time is spent on creating keys that can't be
    /// stored.
    func requireRoomForFiles() throws(KeyStoreError) {
        guard access(path, W_OK | X_OK) == 0 else {
            let number = errno
            throw KeyStoreError(
                .unwritableFile, file: path,
                "Nothing can be written to the data directory \(path): \(Self.describe(number)). "
                    + Self.remedy(for: number))
        }
    }

    /// Adds a file with the bytes that `contents` returns. If another process adds the file first, that process's file
    /// stays.
    func add(_ name: String, _ contents: () throws(CryptoError) -> [UInt8]) throws(KeyStoreError) {
        let bytes: [UInt8]
        do throws(CryptoError) {
            bytes = try contents()
        } catch {
            throw KeyStoreError(.unwritableFile, file: path(name), "\(path(name)) can't be made: \(error)")
        }
        try withTemporaryFile(name, bytes, mode: 0o600) { temporary throws(KeyStoreError) in
            // Unlike `rename`, `link` fails if the name is taken.
            guard link(temporary, path(name)) == 0 || errno == EEXIST else { throw unwritable(name, errno) }
        }
    }

    /// Replaces a file in one step, under a lock that keeps other processes from replacing files here. Mode, group and
    /// owner are preserved as far as this user may set them.
    ///
    /// - Parameter contents: returns the new bytes for the current ones, or `nil` to leave the file as it is.
    func replace(
        _ name: String, _ contents: ([UInt8]) throws(KeyStoreError) -> [UInt8]?
    ) throws(KeyStoreError) {
        // Not every file system supports locks. Without one, two processes that start at once may each replace the
        // file, and the last one wins.
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if directory >= 0 { close(directory) } }
        while directory >= 0, flock(directory, LOCK_EX) != 0, errno == EINTR {}
        guard let bytes = try contents(Self.contents(of: path(name), mayBeExposed: false)) else { return }
        var status = stat()
        guard lstat(path(name), &status) == 0 else { throw unwritable(name, errno) }
        // Secrets that a container platform mounts are links, and the files that they lead to belong to another
        // program.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw KeyStoreError(
                .unwritableFile, file: path(name),
                "\(path(name)) is a symbolic link, and the simulator doesn't change files behind links. Put the file itself here, or "
                    + "name that file in the configuration (keys) to use it as it is.")
        }
        try withTemporaryFile(name, bytes, mode: 0o600, like: status) { temporary throws(KeyStoreError) in
            guard rename(temporary, path(name)) == 0 else { throw unwritable(name, errno) }
        }
    }

    /// Writes a file that isn't secret, in one step. Does nothing if the file has these bytes already.
    func publish(_ bytes: [UInt8], as name: String) throws(KeyStoreError) {
        if let present = try? Self.contents(of: path(name), mayBeExposed: true), present == bytes { return }
        try withTemporaryFile(name, bytes, mode: 0o644) { temporary throws(KeyStoreError) in
            guard rename(temporary, path(name)) == 0 else { throw unwritable(name, errno) }
        }
    }

    /// Returns the bytes of a plain file.
    ///
    /// - Parameter mayBeExposed: whether to accept a file to which users other than its owner and group have rights.
    static func contents(of path: String, mayBeExposed: Bool) throws(KeyStoreError) -> [UInt8] {
        // Without O_NONBLOCK, a pipe with this name would block the start for ever.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw KeyStoreError(
                .unreadableFile, file: path,
                "\(path) can't be read: \(describe(errno)). Give \(whoRuns) the right to read it.")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= largestFile else {
            throw KeyStoreError(
                .unreadableFile, file: path,
                "\(path) isn't a regular file, or is too large for a key. Move it elsewhere.")
        }
        guard mayBeExposed || status.st_mode & 0o007 == 0 else {
            throw KeyStoreError(
                .exposedFile, file: path,
                "Everyone on this machine can use \(path). Delete it, and the next start makes a new key. If you are "
                    + "sure that no other user has read it, keep it and run: chmod 600 \(path)")
        }
        // One call reads the whole file. The buffer has room for one more byte, which shows whether the file has grown.
        let size = Int(status.st_size) + 1
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, size))
        }
        guard bytes.count == Int(status.st_size) else {
            throw KeyStoreError(
                .unreadableFile, file: path, "\(path) changed while it was read. Start pass-simulator again.")
        }
        return bytes
    }
}

extension KeyFolder {
    private static func makeDirectory(_ path: String) throws(KeyStoreError) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        var partial = path.hasPrefix("/") ? "" : "."
        for part in parts {
            partial += "/\(part)"
            if mkdir(partial, 0o700) == 0 { continue }
            // The check below sets `errno`, too.
            let error = errno
            guard error == EEXIST || isDirectory(partial) else {
                throw KeyStoreError(
                    .unusableDirectory, file: path,
                    "The data directory \(path) can't be made: \(describe(error)). "
                        + (isFull(error) ? remedy(for: error) : "Name another one, or create it yourself."))
            }
        }
        guard isDirectory(path) else {
            throw KeyStoreError(
                .unusableDirectory, file: path, "The data directory \(path) isn't a directory. Name another one.")
        }
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Writes the bytes to a temporary file on the disk, and deletes that file after `body` unless `body` renamed it.
    ///
    /// - Parameter original: the status of the file to be replaced. That file's access rights apply instead of `mode`.
    private func withTemporaryFile(
        _ name: String, _ bytes: [UInt8], mode: mode_t, like original: stat? = nil,
        _ body: (String) throws(KeyStoreError) -> Void
    ) throws(KeyStoreError) {
        let temporary = path(".\(name).\(getpid()).\(SystemIdentifierSource().hex(byteCount: 8))")
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw unwritable(name, errno) }
        defer {
            close(descriptor)
            unlink(temporary)
        }
        if let original, !Self.giveRights(of: original, to: descriptor) { throw unwritable(name, errno) }
        guard Self.writeAll(bytes, to: descriptor), fsync(descriptor) == 0 else { throw unwritable(name, errno) }
        try body(temporary)
        // The directory entry must survive a crash, because signatures made with the key are still in use after one.
        // Not every file system can sync a directory, so failures are ignored.
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
    }

    /// Writes all bytes, in several calls if needed. On a full disk one call writes a part without an error, and the
    /// next one reports the reason.
    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Gives the new file the access rights of the original, as far as this user may, and never more. If the file can't
    /// be given to the original's group, the group gets no rights. The original's owner stays the owner only if this
    /// process runs as root.
    private static func giveRights(of original: stat, to descriptor: Int32) -> Bool {
        let isSameGroup = fchown(descriptor, uid_t.max, original.st_gid) == 0
        // The owner comes last, because this process can't change a file that it has given away.
        guard fchmod(descriptor, original.st_mode & (isSameGroup ? 0o770 : 0o700)) == 0 else { return false }
        _ = fchown(descriptor, original.st_uid, gid_t.max)
        return true
    }

    private func unwritable(_ name: String, _ error: Int32) -> KeyStoreError {
        KeyStoreError(
            .unwritableFile, file: path(name),
            "\(path(name)) can't be written: \(Self.describe(error)). \(Self.remedy(for: error))")
    }

    private static func isFull(_ error: Int32) -> Bool { error == ENOSPC || error == EDQUOT }

    /// Returns advice for a user whose directory can't be written to.
    static func remedy(for error: Int32) -> String {
        switch error {
        case EACCES, EPERM: "Give \(whoRuns) the right to write to the directory, or name another one."
        case _ where isFull(error): "The disk is full: make room on it, or name a directory on another one."
        default: "Name another directory."
        }
    }

    /// The user who runs the server, by number. In a container the user often has no name, and outside the container
    /// the same number may belong to a user with another name.
    private static var whoRuns: String { "user \(geteuid()), who runs the server," }

    private static func describe(_ error: Int32) -> String {
        String(cString: strerror(error))
    }
}
