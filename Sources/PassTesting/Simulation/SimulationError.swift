/// A test has no simulator, or wants of one what it doesn't have; the message is a sentence for people.
public struct SimulationError: Error, Sendable, Hashable, CustomStringConvertible {
    public let message: String
    public var description: String { message }

    init(_ message: String) {
        self.message = message
    }
}
