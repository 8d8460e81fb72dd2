import PassCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

private let systemWrite = write

/// Reads and writes the few files that commands use themselves.
enum FileSystem {
    /// The reason why a file couldn't be used.
    struct Failure: Error, CustomStringConvertible {
        var description: String

        init(_ error: Int32) {
            description = String(cString: strerror(error))
        }

        init(_ description: String) {
            self.description = description
        }
    }

    /// Returns the bytes of a file, which may have at most one mebibyte.
    static func read(_ path: String) throws -> [UInt8] { try read(path, atMost: 1 << 20) }

    /// Returns the bytes of a file, which may have at most `limit` bytes.
    static func read(_ path: String, atMost limit: Int) throws -> [UInt8] {
        do {
            return try FileReader.read(path, atMost: limit)
        } catch {
            switch error {
            case .system(let number): throw Failure(number)
            case .tooLong:
                throw Failure(limit == 1 << 20 ? "It has more than a mebibyte" : "It has more than \(limit) bytes")
            }
        }
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Whether two paths name the same existing file, through links too.
    static func isSame(_ path: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        return stat(path, &first) == 0 && stat(other, &second) == 0
            && first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// Writes a file under a temporary name and renames it into place, so that readers never see half of it.
    ///
    /// - Parameter mode: the permissions of the file, restricted by the process's file mode mask (umask).
    /// - Throws: `Failure`, also if something other than a regular file would be replaced. In that case no temporary
    ///   file is left behind.
    static func publish(_ bytes: [UInt8], at path: String, mode: mode_t = 0o644) throws {
        try requireReplaceable(path)
        let temporary = "\(path).\(getpid()).\(SystemIdentifierSource().hex(byteCount: 8))"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Failure(errno) }
        do {
            try write(bytes, to: descriptor)
            guard rename(temporary, path) == 0 else { throw Failure(errno) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Refuses a path that names something other than a regular file, such as a device, a folder or a link.
    static func requireReplaceable(_ path: String) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            // An attempt to create a new file will show whether that is possible.
            if errno == ENOENT { return }
            throw Failure(errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure("Something other than a regular file has this name")
        }
    }

    /// Writes all bytes and closes the file. An error on closing counts too, because some file systems report a full
    /// disk only on closing.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let error = errno
                close(descriptor)
                throw Failure(error)
            }
            rest = rest.dropFirst(count)
        }
        guard close(descriptor) == 0 else { throw Failure(errno) }
    }

    /// Returns the absolute path, for readers in another working directory.
    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let pointer = getcwd(nil, 0) else { return path }
        defer { free(pointer) }
        return String(cString: pointer) + "/" + (path.hasPrefix("./") ? path.dropFirst(2) : path[...])
    }
}
