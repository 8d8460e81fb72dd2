#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

private let systemRead = read

/// Reads small files whole.
package enum FileReader {
    /// The reason why a file couldn't be read.
    package enum Failure: Error, Hashable {
        /// An `errno` of the system.
        case system(Int32)
        /// The file has more bytes than may be read.
        case tooLong
    }

    /// Returns the bytes of a file, or of a pipe until its end.
    ///
    /// - Parameter limit: the most bytes that the file may have.
    package static func read(_ path: String, atMost limit: Int = 1 << 20) throws(Failure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: min(limit, 65_535) + 1)
        while bytes.count <= limit {
            let count = systemRead(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(errno) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
        throw .tooLong
    }
}
