/// The status events of authorizations ("Error reporting", advanced codes).
extension AdvancedStatus {
    static func authorizedByDegradation(_ resource: String) -> AdvancedStatus { about(resource, "Z010", .warning) }
    static func authorizedByTemporaryPass(_ resource: String) -> AdvancedStatus { about(resource, "Z011", .info) }
    static func authorizationFailed(_ resource: String?) -> AdvancedStatus { about(resource, "Z500", .error) }
    /// The event for an authorization that gets an empty answer.
    static func providerSilent(_ resource: String) -> AdvancedStatus { about(resource, "Z120", .error) }
    /// The service found that the token was issued to another device.
    static let deviceMismatch = AdvancedStatus(id: "SEC412", level: .warning)
    static let preauthorizationFailed = AdvancedStatus(id: "P100", level: .error)

    /// Returns the event for a refusal, with the MVPD's words as the message.
    static func denied(_ denial: ServiceDenial, _ resource: String) -> AdvancedStatus {
        let id =
            switch denial.kind {
            case .provider: "Z100"
            case .repeated: "Z110"
            case .network: "Z120"
            case .invalidResource: "Z130"
            case .rule: "Z169"
            }
        return about(resource, id, .error, message: denial.details.isEmpty ? nil : denial.details)
    }

    private static func about(
        _ resource: String?, _ id: String, _ level: Level, message: String? = nil
    ) -> AdvancedStatus {
        AdvancedStatus(id: id, level: level, message: message, extra: resource.map { ["resource": $0] } ?? [:])
    }
}
