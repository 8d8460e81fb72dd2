/// Why a listener could not be opened or a request not be sent; two are equal when their codes are.
package struct NetworkError: Error {
    package enum Code: Hashable, Sendable {
        /// Another socket listens there already.
        case addressInUse
        /// No interface of this machine has the address.
        case addressNotAvailable
        case permissionDenied
        /// A host name without addresses, or a URL or address that isn't one.
        case badAddress
        case connectFailed
        case timedOut
        /// The peer ended the connection before its answer was whole.
        case connectionLost
        case tlsFailed
        /// The peer's answer breaks HTTP's rules.
        case badResponse
        /// The system refused for want of memory, descriptors or another resource.
        case systemFailure
    }

    package let code: Code
    /// A sentence for people, with the address that was meant.
    package let message: String
    package let cause: (any Error)?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension NetworkError: Equatable {
    package static func == (left: NetworkError, right: NetworkError) -> Bool { left.code == right.code }
}

extension NetworkError: CustomStringConvertible {
    package var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }
}
