/// An error for a test that has no simulator, or that asks its simulator for something impossible.
public struct SimulationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence for people that says what is wrong and what to do.
    public let message: String
    public var description: String { message }

    init(_ message: String) {
        self.message = message
    }
}
