/// Why a medium can't be read or written; equal by code.
public struct StorageError: Error, Sendable, CustomStringConvertible {
    public enum Code: Sendable, Hashable {
        case unreadable
        case unwritable
        /// Another process has held it for seconds.
        case busy
        /// More bytes than a store ever has.
        case tooLarge
    }

    public var code: Code
    /// A sentence that names the medium.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}

extension StorageError: Equatable {
    public static func == (left: StorageError, right: StorageError) -> Bool { left.code == right.code }
}
