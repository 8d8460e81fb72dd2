import CPassOpenSSL

/// A key, certificate or TLS connection that can't be used; two are equal when their codes are.
package struct CryptoError: Error {
    package enum Code: Hashable, Sendable {
        /// The library refused to make a key, certificate or context, for want of memory or entropy.
        case creationFailed
        /// The bytes are no PEM text with a key, or the key in it is damaged.
        case unreadableKey
        /// A key of another algorithm, curve or size than the one needed.
        case unsuitableKey
        /// The bytes are no PEM text with a certificate.
        case unreadableCertificate
        /// A certificate that isn't an authority's, or that belongs to another key.
        case unsuitableCertificate
        /// The authority's own certificate is over.
        case expiredCertificate
        /// The authority's own certificate isn't valid yet.
        case prematureCertificate
        /// Keys that must differ are the same.
        case equalKeys
        /// Text that can't be the name or address of a host in a certificate.
        case invalidName
        /// The peer's certificate doesn't lead to a trusted one, is over, or names another host.
        case peerNotTrusted
        /// The peer ended the handshake or the connection with an alert, for instance because it doesn't trust our
        /// certificate.
        case refusedByPeer
        /// What the peer sent isn't TLS, breaks its rules, or offers nothing that both sides can do.
        case protocolViolation
        /// The connection below broke: reset, timed out, or ended without TLS's own farewell.
        case connectionLost
    }

    package let code: Code
    /// A sentence for people, with the value that was wrong; never a secret.
    package let message: String
    /// What OpenSSL reported on the way, earliest first.
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
    /// An error whose cause is this thread's OpenSSL error queue, which is empty afterwards.
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
