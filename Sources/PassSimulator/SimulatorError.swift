/// An error of the simulator, such as the reason why it can't start; the message is a sentence for people.
public struct SimulatorError: Error, Sendable, CustomStringConvertible {
    /// The description of the error, as a sentence for people.
    public let message: String
    public var description: String { message }

    init(_ message: String) {
        self.message = message
    }
}
