#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

private let systemWrite = write

/// Standard output and error, unbuffered.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Writes all bytes and waits meanwhile; what the stream doesn't take is lost.
    package func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(rawValue, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    package func write(_ text: String) { write(Array(text.utf8)) }
}
