/// Why an `async` call brought nothing.
public enum AccessEnablerError: Error, Sendable, Hashable {
    /// `setRequestorComplete(0)`, with the status events that told why.
    case configurationFailed([AdvancedStatus])
    /// A newer `setRequestor` took the place of a configuration, or one for another requestor that of a login.
    case superseded
    /// No `setRequestor` has succeeded or is under way, or the one that was has failed.
    case notConfigured
    /// The user isn't logged in, or the login failed: the error code of `setAuthenticationStatus` or `tokenRequestFailed`.
    case notAuthenticated(errorCode: String)
    /// `tokenRequestFailed`; `description` is the MVPD's own words, or empty.
    case notAuthorized(errorCode: String, description: String)
    /// The SDK could not ask, or got no usable answer.
    case preauthorizationFailed(PreauthorizeResponse.Status?)
    /// The profile's version of the SDK doesn't have the call.
    case unknownCall(SDKVersion)
    /// The calling task was cancelled.
    case cancelled
}

/// What `setAuthenticationStatus` says.
public enum AuthenticationStatus: Sendable, Hashable {
    case authenticated
    case notAuthenticated(errorCode: String)
    /// It isn't known: no `setRequestor` has succeeded or is under way, or the one that was has failed.
    case notConfigured

    init(_ status: Int32, errorCode: String) {
        self = status == ACCESS_ENABLER_STATUS_SUCCESS ? .authenticated : .notAuthenticated(errorCode: errorCode)
    }
}

/// What `getMetadata` can be asked.
public enum MetadataRequest: Sendable, Hashable {
    /// When the login ends, e.g. `2031/05/14 08:30:00 GMT +0000`.
    case authenticationExpiry
    case authorizationExpiry(resource: String)
    case deviceID
    /// Of the user, e.g. `zip`, `householdID`.
    case user(String)

    /// The documented dictionary.
    var arguments: [String: EntitlementValue] {
        switch self {
        case .authenticationExpiry: [METADATA_OPCODE_KEY: .integer(Int64(METADATA_AUTHENTICATION))]
        case .authorizationExpiry(let resource):
            [
                METADATA_OPCODE_KEY: .integer(Int64(METADATA_AUTHORIZATION)),
                METADATA_RESOURCE_ID_KEY: .string(resource),
            ]
        case .deviceID: [METADATA_OPCODE_KEY: .integer(Int64(METADATA_DEVICE_ID))]
        case .user(let name):
            [METADATA_OPCODE_KEY: .integer(Int64(METADATA_USER_META)), METADATA_USER_META_KEY: .string(name)]
        }
    }
}
