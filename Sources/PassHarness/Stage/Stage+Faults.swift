public import PassSimulator

extension Stage {
    /// Makes calls of an operation fail at the backend, as `SimulatedWorld.fail` does, by the names that exchanges have.
    ///
    /// ```swift
    /// try stage.fail("config", with: .status(503))
    /// try stage.fail("authorizeDevice", with: .failure(.repeatedDenials), times: 1)
    /// ```
    ///
    /// - Parameters:
    ///   - operation: as `Exchange.operation`, or as the wire reference calls it, or `*`.
    ///   - times: how many calls fail; `nil` means all from now on.
    /// - Throws: `ScenarioSkip` against a backend that isn't embedded; `SimulatorError` for an unknown operation.
    public func fail(_ operation: String, with fault: Fault, times: Int? = nil) throws {
        try world.fail(Self.wireName(operation), with: fault, times: times)
    }

    /// Takes all faults of an operation away.
    public func heal(_ operation: String) throws { try world.heal(Self.wireName(operation)) }

    /// Where the wire reference has another name than the path.
    static func wireName(_ operation: String) -> String {
        let names = [
            "config": "RetrieveConfiguration", "register": "RetrieveClientCredentials", "token": "RetrieveAccessToken",
            "regcode": "RequestRegistrationCode", "errors": "ReportErrors", "tokens": "CompletePlatformLogin",
            "verificationCode": "BeginPlatformLogin",
        ]
        return names[operation] ?? operation
    }
}
