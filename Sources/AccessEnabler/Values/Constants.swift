// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The vendor's constants, under the names of its headers and reference ("iOS/tvOS API reference").

/// The scheme of `ADOBEPASS_REDIRECT_URL`.
public let ADOBEPASS_REDIRECT_SCHEME = "adobepass://"
/// The URL at which a login or logout in a web view ends, in every version.
///
/// The headers before 3.0 gave it the value `http://adobepass.ios.app/`. Apps compare URLs with this constant, which
/// can have only one value here, so the SDK uses that value in all profiles.
public let ADOBEPASS_REDIRECT_URL = "adobepass://ios.app"
/// The prefix of every app's registered scheme.
public let CUSTOM_SCHEME_PREFIX = "adbe."

#if os(tvOS)
    /// The service's name for the operating system that this SDK was built for.
    public let CLIENT_TYPE = "tvOS"
#else
    /// The service's name for the operating system that this SDK was built for.
    public let CLIENT_TYPE = "iOS"
#endif

/// The client type of the vendor's library for AIR.
public let CLIENT_TYPE_AIR = "AIR_iOS"
/// The client type of the vendor's library for iOS, under the constant's name before 2.0.
public let CLIENT_TYPE_IOS = "iOS"

/// The address of the vendor's production service, for `setRequestor(_:serviceProviders:)`; the SDK itself never uses
/// it.
public let SP_AUTH_PRODUCTION = "sp.auth.adobe.com/adobe-services"
/// The address of the vendor's staging service, for `setRequestor(_:serviceProviders:)`; the SDK itself never uses it.
public let SP_AUTH_STAGING = "sp.auth-staging.adobe.com/adobe-services"
/// The interval, in seconds, at which an Apple TV asks whether the user has logged in on a second screen.
public let CLIENTLESS_POLL_TIMER_INTERVAL: Int32 = 10
/// The number of seconds for which a registration code can be used, unless the service says otherwise.
public let CLIENTLESS_REGCODE_TTL: Int32 = 1800
/// The number of times that a request is repeated after the connection failed.
public let HTTP_RETRY_LIMIT: Int32 = 1

/// The status in `setRequestorComplete` for a failure, and in `setAuthenticationStatus` if the user isn't logged in.
public let ACCESS_ENABLER_STATUS_ERROR: Int32 = 0
/// The status in `setRequestorComplete` for success, and in `setAuthenticationStatus` if the user is logged in.
public let ACCESS_ENABLER_STATUS_SUCCESS: Int32 = 1

/// The error code of `setAuthenticationStatus` when the user is logged in: empty.
public let USER_AUTHENTICATED = ""
/// The error code when the user isn't logged in.
public let USER_NOT_AUTHENTICATED_ERROR = "User Not Authenticated Error"
/// The error code when no MVPD was selected: the user cancelled, or the app selected an unknown MVPD.
public let PROVIDER_NOT_SELECTED_ERROR = "Provider Not Selected Error"
/// The error code of a login that failed for any other reason.
public let GENERIC_AUTHENTICATION_ERROR = "Generic Authentication Error"
/// The error code of an authorization that failed for any other reason.
public let GENERIC_AUTHORIZATION_ERROR = "Generic Authorization Error"
/// The error code when the user may not watch the resource.
public let USER_NOT_AUTHORIZED_ERROR = "User Not Authorized Error"
/// The error code, from 2.0 on, of a denial that isn't the MVPD's decision: an invalid resource, a degradation rule, or
/// an MVPD that can't be reached.
public let HANDLED_USER_NOT_AUTHORIZED_ERROR = "Handled User Not Authorized Error"
/// The error code when the service no longer accepts this version of the client.
public let SERVER_API_TOO_OLD = "API Version too old. Please update your application."

/// The key of the opcode in the arguments of `getMetadata`; its values are the opcodes, from `METADATA_AUTHENTICATION`
/// to `METADATA_USER_META`.
public let METADATA_OPCODE_KEY = "opCode"
/// The key of the resource in the arguments of `getMetadata`, for `METADATA_AUTHORIZATION`.
public let METADATA_RESOURCE_ID_KEY = "resource_id"
/// The key of the metadata's name in the arguments of `getMetadata`, for `METADATA_USER_META`.
public let METADATA_USER_META_KEY = "user_metadata_name"
/// The opcode that asks when the authN token expires.
public let METADATA_AUTHENTICATION: Int32 = 0
/// The opcode that asks when a resource's authZ token expires.
public let METADATA_AUTHORIZATION: Int32 = 1
/// The opcode that asks for the device ID.
public let METADATA_DEVICE_ID: Int32 = 2
/// The opcode that asks for a value of the user's metadata. Since 1.7.
public let METADATA_USER_META: Int32 = 3
/// The opcode that `setMetadataStatus` reports in place of an unknown one.
public let METADATA_KEY_INVALID: Int32 = 255
/// Another name for `METADATA_AUTHENTICATION`.
public let TTL_AUTHN = METADATA_AUTHENTICATION
/// Another name for `METADATA_AUTHENTICATION`.
public let AUTHN_TTL = METADATA_AUTHENTICATION
/// Another name for `METADATA_AUTHORIZATION`.
public let TTL_AUTHZ = METADATA_AUTHORIZATION
/// Another name for `METADATA_AUTHORIZATION`.
public let AUTHZ_TTL = METADATA_AUTHORIZATION
/// Another name for `METADATA_DEVICE_ID`.
public let DEVICEID = METADATA_DEVICE_ID

/// The option whose value every request carries as `applicationProfile`.
public let OPTION_PROFILE = "applicationProfile"
/// The option whose value every request carries as the visitor ID (`ap_vi`).
public let OPTION_VISITOR_ID = "visitorID"
/// The option whose value `true` means that the app shows the secure browser itself.
public let OPTION_HANDLE_SVC = "handleSVC"
/// The option whose value replaces the client information that requests carry; printable ASCII only.
public let OPTION_DEVICE_INFO = "device_info"

/// The tracking event after a check of the login, or the end of a login or logout.
public let TRACKING_AUTHENTICATION: Int32 = 0
/// The tracking event after the end of an authorization.
public let TRACKING_AUTHORIZATION: Int32 = 1
/// The tracking event after the selection of another MVPD.
public let TRACKING_MVPD_SELECTION: Int32 = 2
/// The API reference's name for `TRACKING_MVPD_SELECTION`.
public let TRACKING_GET_SELECTED_PROVIDER: Int32 = 2
/// The value for "yes" in tracking data.
public let TRACKING_YES = "YES"
/// The value for "no" in tracking data.
public let TRACKING_NO = "NO"
/// The value of "token cached" in tracking data when the user isn't logged in.
public let TRACKING_NONE = "None"

/// The filter key for the MVPDs that the platform's picker shows.
public let TV_PROVIDERS = "TV_PROVIDERS"
/// The filter key for the MVPDs that the platform's picker features.
public let FEATURED_TV_PROVIDERS = "FEATURED_TV_PROVIDERS"

/// The check of the store that is made when the AccessEnabler is created. Since 3.8.3.
public enum IntegrityCheckType: Sendable, Hashable {
    /// No check.
    case INTEGRITY_CHECK_NONE
    /// Empties a store that can't be read or written, or that holds a token which can't be read or has no device
    /// identifier.
    case INTEGRITY_CHECK_ALL
    /// Empties the store in any case.
    case INTEGRITY_CHECK_CLEAR
}
