/// A callback as a value; each case is named after a method of `EntitlementDelegate` or `EntitlementStatus`.
public enum AccessEnablerEvent: Sendable, Hashable {
    case setRequestorComplete(Int32)
    case setAuthenticationStatus(Int32, errorCode: String)
    case displayProviderDialog([MVPD])
    case navigateToUrl(String)
    case navigateToUrlUseSVC(String, useSVC: Bool)
    case setToken(String, forResource: String)
    case tokenRequestFailed(String, errorCode: String, errorDescription: String)
    case preauthorizedResources([String])
    case selectedProvider(MVPD?)
    case setMetadataStatus(
        EntitlementValue?, encrypted: Bool, forKey: Int32, andArguments: [String: EntitlementValue])
    /// The values of a tracking event; `nil` stands for a value that doesn't apply.
    case sendTrackingData([String?], forEventType: Int32)
    case presentTvProviderDialog
    case dismissTvProviderDialog
    case status(AdvancedStatus)
}
