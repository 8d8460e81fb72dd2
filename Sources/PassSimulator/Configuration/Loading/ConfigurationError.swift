/// Why the simulator refuses to start: a sentence for the person who configured it.
public struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    public var code: Code
    /// Names the place, the value that was wrong and what is allowed; it holds no line break.
    public var message: String

    public enum Code: Sendable, Hashable {
        /// The file can't be read.
        case unreadableFile
        /// The file is no JSON5.
        case syntax
        /// A key, an environment variable or an option that doesn't exist.
        case unknownName
        /// A value of the wrong type or beyond its range.
        case badValue
        /// A setting that names an entry that doesn't exist.
        case danglingReference
        /// A setting of the server as a whole, where one of a World is wanted.
        case notOfWorld
        /// A wrong command line: a missing value, too many words.
        case usage
    }

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }

    public static func == (left: ConfigurationError, right: ConfigurationError) -> Bool { left.code == right.code }
}
