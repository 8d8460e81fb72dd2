public import PassSimulator

extension Stage {
    /// Makes an operation fail at the backend, as `SimulatedWorld.fail` does, also by the name that exchanges give it.
    ///
    /// ```swift
    /// try stage.fail("config", with: .status(503))
    /// try stage.fail("authorizeDevice", with: .failure(.repeatedDenials), times: 1)
    /// ```
    ///
    /// - Parameters:
    ///   - operation: a name as in `Exchange.operation` or in the wire reference, or `*`.
    ///   - times: the number of calls that fail; `nil` means all from now on.
    /// - Throws: `ScenarioSkip` against a backend that isn't embedded; `SimulatorError` for an unknown operation.
    public func fail(_ operation: String, with fault: Fault, times: Int? = nil) throws {
        try world.fail(Self.wireName(operation), with: fault, times: times)
    }

    /// Removes all faults of an operation.
    public func heal(_ operation: String) throws { try world.heal(Self.wireName(operation)) }

    /// Returns the wire reference's name of an operation where it differs from the path's, or else the name unchanged.
    static func wireName(_ operation: String) -> String {
        let names = [
            "config": "RetrieveConfiguration", "register": "RetrieveClientCredentials", "token": "RetrieveAccessToken",
            "regcode": "RequestRegistrationCode", "errors": "ReportErrors", "tokens": "CompletePlatformLogin",
            "verificationCode": "BeginPlatformLogin",
        ]
        return names[operation] ?? operation
    }
}
