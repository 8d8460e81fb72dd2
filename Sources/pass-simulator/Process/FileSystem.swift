#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

private let systemRead = read

/// The few files that commands read and write themselves.
enum FileSystem {
    /// A file that couldn't be used, and why.
    struct Failure: Error, CustomStringConvertible {
        var description: String

        init(_ error: Int32) {
            description = String(cString: strerror(error))
        }

        init(_ description: String) {
            self.description = description
        }
    }

    /// The bytes of a file of at most a mebibyte.
    static func read(_ path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= 1 << 20 {
            let count = systemRead(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure(errno) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
        throw Failure("It has more than a mebibyte")
    }

    /// Writes a file under a name of its own and renames it into place, so that nobody sees half of it.
    static func publish(_ bytes: [UInt8], at path: String) throws {
        let temporary = "\(path).\(getpid())"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Failure(errno) }
        let count = write(descriptor, bytes, bytes.count)
        let error = errno
        close(descriptor)
        guard count == bytes.count else {
            unlink(temporary)
            throw Failure(count < 0 ? error : ENOSPC)
        }
        guard rename(temporary, path) == 0 else {
            let error = errno
            unlink(temporary)
            throw Failure(error)
        }
    }

    /// Removes a file, if there is one.
    static func remove(_ path: String) {
        unlink(path)
    }

    /// The path from the root, for readers in another working directory.
    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let pointer = getcwd(nil, 0) else { return path }
        defer { free(pointer) }
        return String(cString: pointer) + "/" + (path.hasPrefix("./") ? path.dropFirst(2) : path[...])
    }
}
