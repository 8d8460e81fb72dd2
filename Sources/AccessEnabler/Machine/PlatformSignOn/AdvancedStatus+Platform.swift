/// The status events of the platform's sign-on ("Error reporting", advanced codes).
extension AdvancedStatus {
    static let platformPermissionDenied = AdvancedStatus(id: "VSA403", level: .info)
    static let platformPermissionUndetermined = AdvancedStatus(id: "VSA404", level: .info)
    static let platformOtherProvider = AdvancedStatus(id: "N003", level: .info)
    static let platformProviderUnsupported = AdvancedStatus(id: "N004", level: .info)

    static func platformMetadataFailed(_ reason: String) -> AdvancedStatus {
        AdvancedStatus(id: "VSA503", level: .info, message: reason)
    }

    /// Returns the event for the platform's own error: `AAPL` in the silent exchange, `AAPL_ERROR` otherwise.
    static func platformFailed(_ reason: String, isSilent: Bool) -> AdvancedStatus {
        AdvancedStatus(id: isSilent ? "AAPL" : "AAPL_ERROR", level: .error, extra: ["details": reason])
    }
}
