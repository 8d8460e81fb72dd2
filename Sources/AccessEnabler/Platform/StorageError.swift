/// An error of a medium that can't be read or written; errors with the same code are equal.
public struct StorageError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: Sendable, Hashable {
        case unreadable
        case unwritable
        /// Another process has held the medium's lock for several seconds.
        case busy
        /// The medium holds, or would have to hold, more bytes than a store ever has.
        case tooLarge
    }

    /// The kind of failure.
    public var code: Code
    /// A sentence that names the medium.
    public var message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}

extension StorageError: Equatable {
    public static func == (left: StorageError, right: StorageError) -> Bool { left.code == right.code }
}
