/// One callback, as a value: each case is the method of `EntitlementDelegate` or `EntitlementStatus` of that name.
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
    /// `nil` stands where a value has no meaning.
    case sendTrackingData([String?], forEventType: Int32)
    case presentTvProviderDialog
    case dismissTvProviderDialog
    case status(AdvancedStatus)
}
