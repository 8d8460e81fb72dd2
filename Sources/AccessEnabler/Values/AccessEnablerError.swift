/// The reason why an `async` call failed.
public enum AccessEnablerError: Error, Sendable, Hashable {
    /// The configuration failed (`setRequestorComplete(0)`); the status events that came before say why.
    case configurationFailed([AdvancedStatus])
    /// A newer `setRequestor` replaced this configuration, or a `setRequestor` for another requestor ended this login.
    case superseded
    /// No `setRequestor` has succeeded or is under way, or the one that was under way has failed.
    case notConfigured
    /// The user isn't logged in, or the login failed, with the error code of `setAuthenticationStatus` or
    /// `tokenRequestFailed`.
    case notAuthenticated(errorCode: String)
    /// The user may not watch the resource, or the authorization failed (`tokenRequestFailed`).
    ///
    /// `description` has the MVPD's own words; it is empty if there are none.
    case notAuthorized(errorCode: String, description: String)
    /// The SDK could not ask the service for a preauthorization, or got no usable answer.
    case preauthorizationFailed(PreauthorizeResponse.Status?)
    /// The profile's version of the SDK doesn't have the call.
    case unknownCall(SDKVersion)
    /// The calling task was cancelled.
    case cancelled
}

/// The user's status, as `setAuthenticationStatus` reports it.
public enum AuthenticationStatus: Sendable, Hashable {
    case authenticated
    case notAuthenticated(errorCode: String)
    /// The status is unknown: no `setRequestor` has succeeded or is under way, or the one that was under way has
    /// failed.
    case notConfigured

    init(_ status: Int32, errorCode: String) {
        self = status == ACCESS_ENABLER_STATUS_SUCCESS ? .authenticated : .notAuthenticated(errorCode: errorCode)
    }
}

/// A request for one item of metadata, as made with `getMetadata`.
public enum MetadataRequest: Sendable, Hashable {
    /// The time at which the login expires, e.g. `2031/05/14 08:30:00 GMT +0000`.
    case authenticationExpiry
    /// The time at which the resource's authZ token expires.
    case authorizationExpiry(resource: String)
    case deviceID
    /// The user metadata of that name, e.g. `zip`, `householdID`.
    case user(String)

    /// The arguments of `getMetadata`, in the documented dictionary.
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
