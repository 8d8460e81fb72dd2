import PassCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A directory in which files with secrets appear whole or not at all, and change by `replace` alone.
struct KeyFolder: Sendable {
    /// No key file of any kind comes near this size.
    private static let largestFile = 65_536

    let path: String

    /// Makes the directory, with parents, when it is missing; only its owner may enter what is made.
    init(path: String) throws(KeyStoreError) {
        var trimmed = Substring(path)
        while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
        self.path = String(trimmed)
        try Self.makeDirectory(self.path)
    }

    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Whether there is anything under this name, of whatever kind.
    func contains(_ name: String) -> Bool {
        var status = stat()
        return lstat(path(name), &status) == 0
    }

    /// Refuses a directory that this user can't add files to, before time goes into making them.
    func requireRoomForFiles() throws(KeyStoreError) {
        guard access(path, W_OK | X_OK) == 0 else {
            throw KeyStoreError(
                .unwritableFile, file: path,
                "Nothing can be written to the data directory \(path): \(Self.describe(errno)). "
                    + Self.remedy(for: errno))
        }
    }

    /// Adds a file with what `contents` makes, unless another process was quicker; then its file stays.
    func add(_ name: String, _ contents: () throws(CryptoError) -> [UInt8]) throws(KeyStoreError) {
        let bytes: [UInt8]
        do throws(CryptoError) {
            bytes = try contents()
        } catch {
            throw KeyStoreError(.unwritableFile, file: path(name), "\(path(name)) can't be made: \(error)")
        }
        try withTemporaryFile(name, bytes, mode: 0o600) { temporary throws(KeyStoreError) in
            // Unlike `rename`, `link` fails when the name is taken.
            guard link(temporary, path(name)) == 0 || errno == EEXIST else { throw unwritable(name, errno) }
        }
    }

    /// Puts what `contents` makes of a file in its place, in one step and while no other process does the same; `nil`
    /// leaves the file as it is. Mode, group and owner stay as far as this user may set them.
    func replace(
        _ name: String, _ contents: ([UInt8]) throws(KeyStoreError) -> [UInt8]?
    ) throws(KeyStoreError) {
        // Not every file system can lock; then two processes that start at once may each replace it, and the last wins.
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if directory >= 0 { close(directory) } }
        while directory >= 0, flock(directory, LOCK_EX) != 0, errno == EINTR {}
        guard let bytes = try contents(Self.contents(of: path(name), mayBeExposed: false)) else { return }
        var status = stat()
        guard lstat(path(name), &status) == 0 else { throw unwritable(name, errno) }
        // Links are what mounted secrets are: where they lead is somebody else's to change.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw KeyStoreError(
                .unwritableFile, file: path(name),
                "\(path(name)) is a link, and files behind links aren't changed. Put the file itself in its place, or "
                    + "name that file in the configuration (keys) to use it as it is.")
        }
        try withTemporaryFile(name, bytes, mode: 0o600, like: status) { temporary throws(KeyStoreError) in
            guard rename(temporary, path(name)) == 0 else { throw unwritable(name, errno) }
        }
    }

    /// Writes a file that is no secret, in one step; does nothing when it holds these bytes already.
    func publish(_ bytes: [UInt8], as name: String) throws(KeyStoreError) {
        if let present = try? Self.contents(of: path(name), mayBeExposed: true), present == bytes { return }
        try withTemporaryFile(name, bytes, mode: 0o644) { temporary throws(KeyStoreError) in
            guard rename(temporary, path(name)) == 0 else { throw unwritable(name, errno) }
        }
    }

    /// The bytes of a plain file.
    static func contents(of path: String, mayBeExposed: Bool) throws(KeyStoreError) -> [UInt8] {
        // Without O_NONBLOCK a pipe under this name would hold the start up for ever.
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
                .unreadableFile, file: path, "\(path) isn't a plain file of a key's size. Move it out of the way.")
        }
        guard mayBeExposed || status.st_mode & 0o007 == 0 else {
            throw KeyStoreError(
                .exposedFile, file: path,
                "\(path) can be used by everyone on this machine. Delete it to have a new key made at the next start, "
                    + "or, if nobody else had a look, run: chmod 600 \(path)")
        }
        // One byte of room more than there is: a plain file is read whole by one call.
        let size = Int(status.st_size) + 1
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, size))
        }
        guard bytes.count == Int(status.st_size) else {
            throw KeyStoreError(
                .unreadableFile, file: path, "\(path) changed or broke off while it was read. Start again.")
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
            guard mkdir(partial, 0o700) == 0 || errno == EEXIST || isDirectory(partial) else {
                throw KeyStoreError(
                    .unusableDirectory, file: path,
                    "The data directory \(path) can't be made: \(describe(errno)). "
                        + (isFull(errno) ? remedy(for: errno) : "Name another one, or make it first."))
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

    /// Writes the bytes to the disk under a name of their own, which is gone after `body` unless it was renamed.
    ///
    /// - Parameter original: the file whose place it takes, and whose rights it gets instead of `mode`.
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
        // The name must last as long as what is signed with the key. Not every file system can do this, so it may fail.
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
    }

    /// On a full disk one call writes a part without a word, and the next one says why.
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

    /// Lets in whom the other file lets in, as far as this user may, and nobody else: a group that can't be given the
    /// file takes its rights with it. Who had the file keeps it if this is root.
    private static func giveRights(of original: stat, to descriptor: Int32) -> Bool {
        let isSameGroup = fchown(descriptor, uid_t.max, original.st_gid) == 0
        // The owner comes last, since a file that was given away is no longer ours to change.
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

    /// The advice for a user whose directory can't be written to.
    static func remedy(for error: Int32) -> String {
        switch error {
        case EACCES, EPERM: "Give \(whoRuns) the right to write to the directory, or name another one."
        case _ where isFull(error): "The disk is full: make room on it, or name a directory on another one."
        default: "Name another directory."
        }
    }

    /// By number: in a container the user often has no name, and outside of it another one.
    private static var whoRuns: String { "user \(geteuid()), who runs the server," }

    private static func describe(_ error: Int32) -> String {
        String(cString: strerror(error))
    }
}
