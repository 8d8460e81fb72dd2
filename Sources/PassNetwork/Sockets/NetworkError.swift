/// The reason why a listener couldn't be opened or a request couldn't be sent; errors with the same code are equal.
package struct NetworkError: Error {
    /// The kinds of errors.
    package enum Code: Hashable, Sendable {
        /// Another socket listens there already.
        case addressInUse
        /// No interface of this machine has the address.
        case addressNotAvailable
        case permissionDenied
        /// A host name has no addresses, or a URL or address is malformed.
        case badAddress
        case connectFailed
        case timedOut
        /// The peer ended the connection before its answer was complete.
        case connectionLost
        case tlsFailed
        /// The peer's answer breaks HTTP's rules.
        case badResponse
        /// The system refused for lack of memory, descriptors or another resource.
        case systemFailure
    }

    package let code: Code
    /// A sentence for the user, in most cases with the address.
    package let message: String
    /// The underlying error, if there is one.
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
