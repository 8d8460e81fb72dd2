/// One or more mistakes in a configuration, each with a message for the person who wrote it.
public struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of the first mistake.
    public var code: Code
    /// The sentence that names the first mistake's place, the wrong value and what is allowed; it contains no line
    /// break.
    public var message: String
    /// The sentences for the further mistakes.
    var further: [String] = []
    /// The place of the first mistake; `nil` if it isn't in a file or a text.
    var position: JSON5Node.Position?

    /// A kind of error.
    public enum Code: Sendable, Hashable {
        /// The file can't be read.
        case unreadableFile
        /// The text isn't JSON5.
        case syntax
        /// A key, an environment variable or an option that doesn't exist.
        case unknownName
        /// A value of the wrong type or beyond its range.
        case badValue
        /// A setting that names an entry that doesn't exist.
        case danglingReference
        /// A setting of the server as a whole where only settings of a World are allowed.
        case notOfWorld
        /// A wrong command line, e.g. a missing value or too many words.
        case usage
    }

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The sentences for all mistakes: those in a file or a text in the order of their places, then the others.
    ///
    /// The list has at most 50 mistakes. If there are more, a last sentence gives the number of the others.
    public var messages: [String] { [message] + further }

    /// All sentences, one on each line.
    public var description: String { messages.joined(separator: "\n") }

    public static func == (left: ConfigurationError, right: ConfigurationError) -> Bool { left.code == right.code }
}
