#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

private let systemWrite = write

/// The process's standard output and standard error, unbuffered.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Writes all bytes, and waits until they are written.
    ///
    /// - Returns: `nil` on success; otherwise the `errno` that says why the stream didn't take all bytes. The rest is
    ///   lost.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(rawValue, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return errno }
            rest = rest.dropFirst(count)
        }
        return nil
    }

    /// Writes the text in UTF-8, as `write` does for bytes.
    @discardableResult
    package func write(_ text: String) -> Int32? { write(Array(text.utf8)) }
}
