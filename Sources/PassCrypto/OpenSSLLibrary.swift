import CPassOpenSSL

/// What is done with the OpenSSL library once in a process, before anything else is asked of it.
enum OpenSSLLibrary {
    /// Returns when the library is initialised; every type that creates an OpenSSL object calls it first.
    static func prepare() {
        _ = isPrepared
    }

    /// The library isn't taken apart by `exit`: worker threads may still be signing then, on state that is no longer there.
    private static let isPrepared: Bool = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1

    static let sha256 = FetchedDigest("SHA2-256")
    static let sha1 = FetchedDigest("SHA1")
    static let md5 = FetchedDigest("MD5")
    static let aes256GCM = FetchedCipher("AES-256-GCM")
}

/// A digest looked up in the providers once; a look-up at each use costs more than hashing a short text.
///
/// Sendable because OpenSSL never changes a fetched method, and counts references to it atomically. Never freed: the only
/// ones are the constants of `OpenSSLLibrary`.
struct FetchedDigest: @unchecked Sendable {
    let method: OpaquePointer

    init(_ name: String) {
        OpenSSLLibrary.prepare()
        guard let method = EVP_MD_fetch(nil, name, nil) else {
            preconditionFailure("The OpenSSL library has no \(name): a provider is missing from its configuration.")
        }
        self.method = method
    }
}

/// A cipher looked up in the providers once; Sendable and never freed for the same reasons as `FetchedDigest`.
struct FetchedCipher: @unchecked Sendable {
    let method: OpaquePointer

    init(_ name: String) {
        OpenSSLLibrary.prepare()
        guard let method = EVP_CIPHER_fetch(nil, name, nil) else {
            preconditionFailure("The OpenSSL library has no \(name): a provider is missing from its configuration.")
        }
        self.method = method
    }
}
