/// The vendor's constants under Swift names.
public enum AccessEnablerConstants {
    public static let redirectScheme = ADOBEPASS_REDIRECT_SCHEME
    public static let redirectURL = ADOBEPASS_REDIRECT_URL
    public static let legacyRedirectURL = ADOBEPASS_LEGACY_REDIRECT_URL
    public static let customSchemePrefix = CUSTOM_SCHEME_PREFIX

    public enum Status: Int32, Sendable {
        case error = 0
        case success = 1
    }

    /// The error codes of `setAuthenticationStatus` and `tokenRequestFailed`.
    public enum ErrorCode: String, Sendable {
        case userNotAuthenticated = "User Not Authenticated Error"
        case providerNotSelected = "Provider Not Selected Error"
        case genericAuthentication = "Generic Authentication Error"
        case genericAuthorization = "Generic Authorization Error"
        case userNotAuthorized = "User Not Authorized Error"
        case handledUserNotAuthorized = "Handled User Not Authorized Error"
    }

    /// The opcodes of `getMetadata`.
    public enum MetadataKey: Int32, Sendable {
        case authentication = 0
        case authorization = 1
        case deviceID = 2
        case userMetadata = 3
        case invalid = 255
    }

    /// The events of `sendTrackingData`.
    public enum TrackingEvent: Int32, Sendable {
        case authentication = 0
        case authorization = 1
        case mvpdSelection = 2
    }
}
