public import PassDomain
public import PassSimulator

extension Stage {
    /// Makes an operation fail at the backend, as `SimulatedWorld.fail` does.
    ///
    /// ```swift
    /// try stage.fail(.retrieveConfiguration, with: .status(503))
    /// try stage.fail(.authorizeDevice, with: .failure(.repeatedDenials), times: 1)
    /// ```
    ///
    /// - Parameter times: the number of calls that fail; `nil` means all from now on.
    /// - Throws: `ScenarioSkip` against a backend that isn't embedded; `SimulatorError` for a fault that can't be sent.
    public func fail(_ operation: Operation, with fault: Fault, times: Int? = nil) throws {
        try world.fail(operation, with: fault, times: times)
    }

    /// Removes all faults of an operation.
    public func heal(_ operation: Operation) throws { try world.heal(operation) }
}
