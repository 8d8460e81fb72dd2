package enum MetadataStep: Sendable {
    case deviceID([String: EntitlementValue])
    case userMetadata([String: EntitlementValue], provider: String)
}

extension EntitlementMachine {
    mutating func getMetadata(_ arguments: [String: EntitlementValue]) {}
    mutating func proceed(_ step: MetadataStep, with answer: Answer) {}
}
