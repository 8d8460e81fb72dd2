import CPassOpenSSL

/// A key, certificate or TLS connection that can't be used. Errors are equal if their codes are.
package struct CryptoError: Error {
    package enum Code: Hashable, Sendable {
        /// OpenSSL couldn't create a key, certificate or context, for lack of memory or entropy.
        case creationFailed
        /// The bytes aren't PEM text with a key, or the key is damaged.
        case unreadableKey
        /// The key has another algorithm, curve or size than the one needed.
        case unsuitableKey
        /// The bytes aren't PEM text with a certificate.
        case unreadableCertificate
        /// The certificate isn't an authority's, or belongs to another key.
        case unsuitableCertificate
        /// The authority's own certificate has expired.
        case expiredCertificate
        /// The authority's own certificate isn't valid yet.
        case prematureCertificate
        /// Keys that must differ are the same.
        case equalKeys
        /// The text can't be the name or address of a host in a certificate.
        case invalidName
        /// The peer's certificate doesn't lead to a trusted one, has expired, or names another host.
        case peerNotTrusted
        /// The peer ended the handshake or the connection with an alert, for instance because it doesn't trust our
        /// certificate.
        case refusedByPeer
        /// The peer's bytes aren't TLS or break the rules of TLS, or the two sides have no version or algorithm in
        /// common.
        case protocolViolation
        /// The underlying connection was lost: it was reset, timed out, or ended without TLS's close_notify.
        case connectionLost
    }

    package let code: Code
    /// A sentence for users, with the value at fault but never a secret.
    package let message: String
    /// The errors that OpenSSL reported, earliest first.
    package let cause: [String]

    package init(_ code: Code, _ message: String, cause: [String] = []) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension CryptoError: Equatable {
    package static func == (left: CryptoError, right: CryptoError) -> Bool {
        left.code == right.code
    }
}

extension CryptoError: CustomStringConvertible {
    package var description: String {
        cause.isEmpty ? message : "\(message) (\(cause.joined(separator: "; ")))"
    }
}

extension CryptoError {
    /// Returns an error whose cause is this thread's OpenSSL error queue, and empties the queue.
    static func drainingQueue(_ code: Code, _ message: String) -> CryptoError {
        var cause: [String] = []
        while case let number = ERR_get_error(), number != 0 {
            cause.append(text(of: number))
        }
        return CryptoError(code, message, cause: cause)
    }

    private static func text(of number: UInt) -> String {
        if let library = ERR_lib_error_string(number), let reason = ERR_reason_error_string(number) {
            return "\(String(cString: library)): \(String(cString: reason))"
        }
        var text = [CChar](repeating: 0, count: 256)
        ERR_error_string_n(number, &text, text.count)
        return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }
}
