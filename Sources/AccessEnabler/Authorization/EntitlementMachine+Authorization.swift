package enum AuthorizationStep: Sendable {
    case authorize(ResourceRequest)
    case mediaToken(ResourceRequest, wasCached: Bool)
}

extension EntitlementMachine {
    mutating func checkAuthorization(_ request: ResourceRequest) {}
    mutating func getAuthorization(_ request: ResourceRequest) {}
    mutating func proceed(_ step: AuthorizationStep, with answer: Answer) {}

    /// Runs the resources that waited for the login that has just succeeded.
    mutating func authorizeWaitingResources() {}

    /// Tells the device mismatch that the service found: a bucket that goes, SEC412 where the profile says so.
    mutating func serviceRefusedDevice(reason: String, provider: String) {}
}
