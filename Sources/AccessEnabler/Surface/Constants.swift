// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The vendor's constants, under the names of its headers and reference ("iOS/tvOS API reference").

public let ADOBEPASS_REDIRECT_SCHEME = "adobepass://"
/// Where login and logout in a web view end.
public let ADOBEPASS_REDIRECT_URL = "adobepass://ios.app"
/// The same before 3.0.
public let ADOBEPASS_LEGACY_REDIRECT_URL = "http://adobepass.ios.app/"
/// What the registered scheme of every app starts with.
public let CUSTOM_SCHEME_PREFIX = "adbe."

/// The operating system that this was built for, as the service knows it.
#if os(tvOS)
    public let CLIENT_TYPE = "tvOS"
#else
    public let CLIENT_TYPE = "iOS"
#endif

public let ACCESS_ENABLER_STATUS_ERROR: Int32 = 0
public let ACCESS_ENABLER_STATUS_SUCCESS: Int32 = 1

public let USER_AUTHENTICATED = ""
public let USER_NOT_AUTHENTICATED_ERROR = "User Not Authenticated Error"
public let PROVIDER_NOT_SELECTED_ERROR = "Provider Not Selected Error"
public let GENERIC_AUTHENTICATION_ERROR = "Generic Authentication Error"
public let GENERIC_AUTHORIZATION_ERROR = "Generic Authorization Error"
public let USER_NOT_AUTHORIZED_ERROR = "User Not Authorized Error"
public let HANDLED_USER_NOT_AUTHORIZED_ERROR = "Handled User Not Authorized Error"
public let SERVER_API_TOO_OLD = "API version too old. Please update your application."

public let METADATA_OPCODE_KEY = "opCode"
public let METADATA_RESOURCE_ID_KEY = "resource_id"
public let METADATA_USER_META_KEY = "user_metadata_name"
public let METADATA_AUTHENTICATION: Int32 = 0
public let METADATA_AUTHORIZATION: Int32 = 1
public let METADATA_DEVICE_ID: Int32 = 2
public let METADATA_USER_META: Int32 = 3
public let METADATA_KEY_INVALID: Int32 = 255
/// Further names of `METADATA_AUTHENTICATION`.
public let TTL_AUTHN = METADATA_AUTHENTICATION
public let AUTHN_TTL = METADATA_AUTHENTICATION
/// Further names of `METADATA_AUTHORIZATION`.
public let TTL_AUTHZ = METADATA_AUTHORIZATION
public let AUTHZ_TTL = METADATA_AUTHORIZATION
/// Another name of `METADATA_DEVICE_ID`.
public let DEVICEID = METADATA_DEVICE_ID

public let OPTION_PROFILE = "applicationProfile"
public let OPTION_VISITOR_ID = "visitorID"
public let OPTION_HANDLE_SVC = "handleSVC"
public let OPTION_DEVICE_INFO = "device_info"

public let TRACKING_AUTHENTICATION: Int32 = 0
public let TRACKING_AUTHORIZATION: Int32 = 1
public let TRACKING_MVPD_SELECTION: Int32 = 2
/// The reference's name of `TRACKING_MVPD_SELECTION`.
public let TRACKING_GET_SELECTED_PROVIDER: Int32 = 2
public let TRACKING_YES = "YES"
public let TRACKING_NO = "NO"
public let TRACKING_NONE = "None"

public let TV_PROVIDERS = "TV_PROVIDERS"
public let FEATURED_TV_PROVIDERS = "FEATURED_TV_PROVIDERS"

public enum IntegrityCheckType: Sendable, Hashable {
    case INTEGRITY_CHECK_NONE
    case INTEGRITY_CHECK_ALL
    case INTEGRITY_CHECK_CLEAR
}
