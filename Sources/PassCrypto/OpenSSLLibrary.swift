import CPassOpenSSL

/// The set-up of the OpenSSL library, once per process and before any other use.
package enum OpenSSLLibrary {
    /// Initialises the library and looks up the methods that every simulator uses.
    package static func prepareMethods() {
        _ = (sha256, aes256GCM)
    }

    /// Returns once the library is initialised. Every type that creates an OpenSSL object calls this first.
    static func prepare() {
        _ = isPrepared
    }

    /// Whether the library could be initialised. `exit` doesn't clean the library up, because worker threads may still
    /// be signing at that time and would use state that has been freed.
    private static let isPrepared: Bool = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1

    static let sha256 = FetchedDigest("SHA2-256")
    static let sha1 = FetchedDigest("SHA1")
    static let md5 = FetchedDigest("MD5")
    static let aes256GCM = FetchedCipher("AES-256-GCM")
}

/// A digest that is looked up in OpenSSL's providers once. A look-up at each use would cost more than hashing a short
/// text.
///
/// Sendable because OpenSSL never changes a fetched method, and counts references to it atomically. It is never freed,
/// because the only values are the constants of `OpenSSLLibrary`.
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

/// A cipher that is looked up in OpenSSL's providers once. Sendable and never freed for the same reasons as
/// `FetchedDigest`.
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
