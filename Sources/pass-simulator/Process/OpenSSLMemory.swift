import CPassOpenSSL
import CPassSystem

/// The memory allocation of OpenSSL.
enum OpenSSLMemory {
    /// Makes the process end with a message when OpenSSL gets no memory, as Swift's runtime does.
    ///
    /// OpenSSL itself would report an error, and code that doesn't expect one stops without a message in a release
    /// build. This function must be called before OpenSSL is used.
    static func endProcessWhenUsedUp() {
        _ = CRYPTO_set_mem_functions(CPassSystem_allocate, CPassSystem_reallocate, CPassSystem_free)
    }
}
