/// The vendor's constants under Swift names.
public enum AccessEnablerConstants {
    /// The scheme of `redirectURL`: `ADOBEPASS_REDIRECT_SCHEME`.
    public static let redirectScheme = ADOBEPASS_REDIRECT_SCHEME
    /// The URL at which a login or logout in a web view ends: `ADOBEPASS_REDIRECT_URL`.
    public static let redirectURL = ADOBEPASS_REDIRECT_URL
    /// The prefix of every app's registered scheme: `CUSTOM_SCHEME_PREFIX`.
    public static let customSchemePrefix = CUSTOM_SCHEME_PREFIX

    /// The status values of `setRequestorComplete` and `setAuthenticationStatus`.
    public enum Status: Int32, Sendable {
        case error = 0
        case success = 1
    }

    /// The error codes of `setAuthenticationStatus` and `tokenRequestFailed`.
    public enum ErrorCode: Sendable, CaseIterable {
        case userNotAuthenticated
        case providerNotSelected
        case genericAuthentication
        case genericAuthorization
        case userNotAuthorized
        case handledUserNotAuthorized
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

extension AccessEnablerConstants.ErrorCode: RawRepresentable {
    public init?(rawValue: String) {
        guard let code = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = code
    }

    public var rawValue: String {
        switch self {
        case .userNotAuthenticated: USER_NOT_AUTHENTICATED_ERROR
        case .providerNotSelected: PROVIDER_NOT_SELECTED_ERROR
        case .genericAuthentication: GENERIC_AUTHENTICATION_ERROR
        case .genericAuthorization: GENERIC_AUTHORIZATION_ERROR
        case .userNotAuthorized: USER_NOT_AUTHORIZED_ERROR
        case .handledUserNotAuthorized: HANDLED_USER_NOT_AUTHORIZED_ERROR
        }
    }
}
