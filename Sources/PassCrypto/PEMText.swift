import CPassOpenSSL

/// A reader and writer of PEM text (RFC 7468), through OpenSSL's memory buffers.
enum PEMText {
    /// Calls `body` with the text and returns its result. Returns `nil` if `body` does, or if the text is empty.
    static func read<Result>(_ pem: [UInt8], _ body: (OpaquePointer) -> Result?) -> Result? {
        OpenSSLLibrary.prepare()
        ERR_clear_error()
        return pem.withUnsafeBytes { bytes in
            guard bytes.count > 0, let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else {
                return nil
            }
            defer { BIO_free(bio) }
            return body(bio)
        }
    }

    /// Returns the text that `body` writes. `body` returns 1 on success.
    static func write(_ body: (OpaquePointer) -> Int32) -> [UInt8] {
        guard let bio = BIO_new(BIO_s_mem()) else { preconditionFailure("OpenSSL is out of memory.") }
        defer { BIO_free(bio) }
        guard body(bio) == 1 else { preconditionFailure("A loaded key or certificate can always be written.") }
        let size = BIO_ctrl_pending(bio)
        return [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
            count = max(0, Int(BIO_read(bio, bytes.baseAddress, Int32(clamping: size))))
        }
    }
}
