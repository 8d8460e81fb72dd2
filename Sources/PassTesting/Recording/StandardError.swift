#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What people read who run tests from a terminal.
enum StandardError {
    static func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                #if canImport(Glibc)
                    Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
                #elseif canImport(Musl)
                    Musl.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
                #elseif canImport(Darwin)
                    Darwin.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
                #endif
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
