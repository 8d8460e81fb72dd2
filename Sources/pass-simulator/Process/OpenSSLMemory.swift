import CPassOpenSSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The memory allocation of OpenSSL.
enum OpenSSLMemory {
    /// Makes the process end with a message when OpenSSL gets no memory, as Swift's runtime does.
    ///
    /// OpenSSL itself would report an error, and code that doesn't expect one stops without a message in a release
    /// build. This function must be called before OpenSSL is used.
    static func endProcessWhenUsedUp() {
        _ = CRYPTO_set_mem_functions(
            { count, _, _ in count == 0 ? nil : OpenSSLMemory.obtained(malloc(count)) },
            { memory, count, _, _ in
                if count > 0 { return OpenSSLMemory.obtained(realloc(memory, count)) }
                free(memory)
                return nil
            },
            { memory, _, _ in free(memory) })
    }

    private static func obtained(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
        if let memory { return memory }
        let sentence: StaticString = "pass-simulator: OpenSSL can't get more memory.\n"
        _ = write(STDERR_FILENO, sentence.utf8Start, sentence.utf8CodeUnitCount)
        abort()
    }
}
