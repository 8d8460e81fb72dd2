package enum PreauthorizationStep: Sendable {
    case list([String])
    case request(PreauthorizeRequest, CompletionID)
}

extension EntitlementMachine {
    mutating func checkPreauthorizedResources(_ resources: [String]?, usesCache: Bool) {}
    mutating func preauthorize(_ request: PreauthorizeRequest, _ completion: CompletionID) {}
    mutating func proceed(_ step: PreauthorizationStep, with answer: Answer) {}
}
