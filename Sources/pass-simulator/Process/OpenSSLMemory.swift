import CPassOpenSSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where OpenSSL gets its memory.
enum OpenSSLMemory {
    /// Ends the process with a sentence when OpenSSL gets no memory, as Swift's runtime does; called before OpenSSL is used.
    ///
    /// OpenSSL would report an error, and in a release build code that takes none stops without a word.
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
        let sentence: StaticString = "pass-simulator: OpenSSL gets no more memory.\n"
        _ = write(STDERR_FILENO, sentence.utf8Start, sentence.utf8CodeUnitCount)
        abort()
    }
}
