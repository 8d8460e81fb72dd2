public import PassHarness

extension Simulation {
    /// Returns a client of REST API v2 that has registered itself.
    ///
    /// - Throws: `RESTv2Error`, `TransportError`.
    public func restV2Client(
        _ serviceProvider: String = "TEST_REQUESTOR", deviceID: String = "a-device"
    ) async throws -> PassRESTv2Client {
        try await PassRESTv2Client(
            url: url, serviceProvider: serviceProvider, deviceID: deviceID,
            softwareStatement: Self.softwareStatement, transport: transport)
    }
}
