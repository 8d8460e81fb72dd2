/// Every reason for which a domain service aborts a call; each endpoint family maps each case to its documented answer.
///
/// A denied authorization is normally an `AuthorizationService.Answer`, not a failure. Only a denial that a rule forces
/// is thrown, as `denied`.
package enum EntitlementFailure: Error, Hashable, Sendable {
    // The caller's input.
    case missingParameter(String)
    case malformedParameter(String, reason: String)
    case unknownRequestor(RequestorID)
    case unknownMVPD(MVPDID)
    /// The requestor has no integration with the MVPD, or it is switched off.
    case notIntegrated(MVPDID)
    /// The call contains no proof that it comes from the requestor that it names.
    case requestorUnproven
    /// An authorization or a preauthorization asks for more resources than the MVPD accepts.
    case tooManyResources(limit: Int)
    case redirectRefused(String)
    case insecureTransport
    /// The native client's version is too old to be served.
    case clientTooOld

    // Registration codes and sessions.
    case unknownRegistrationCode
    /// No session can be found for the code, the cookie, the device or the identifier in the call.
    case sessionNotFound
    /// A login was begun, but no user is signed in: not yet, no longer, or because the login failed.
    case sessionWithoutUser
    case loginRefused(String)

    // Proofs and devices.
    case invalidProof(ProofRefusal)
    /// The call names no device, or a device that the service hasn't individualized.
    case missingDevice
    case deviceMismatch(DeviceCheckpoint)
    /// The app has no profile for the MVPD on this device.
    case profileMissing
    case temporaryAccessRefused(TemporaryAccessRefusal)
    case partnerRefused(PartnerRefusal)
    case serviceTokenRefused(ServiceTokenRefusal)

    /// A denial that a rule forces, without asking the MVPD.
    case denied(Denial)

    // Clients of dynamic client registration.
    case accessTokenRefused
    /// The access token is valid, but its application doesn't belong to the requestor that the call names.
    case accessTokenForeign
    case invalidSoftwareStatement
    /// The statement is well-formed, but its issuer isn't trusted.
    case unapprovedSoftwareStatement
    case invalidRedirectURI
    case invalidClient
    /// The client may not use the grant type that it names.
    case unauthorizedClient
    case unsupportedGrantType

    // The simulator's own limits.
    case storeFull
}

/// The reason why a token is not accepted as proof.
package enum ProofRefusal: String, Error, Hashable, Sendable, CaseIterable {
    case malformed
    case badSignature
    case expired
    case revoked
    /// The token belongs to another requestor or MVPD than the request names.
    case foreign
}

/// The reason why a login by a partner's framework, such as Apple's, is not accepted.
package enum PartnerRefusal: String, Error, Hashable, Sendable, CaseIterable {
    // Refusals because of the app's statement about the framework.
    case permissionNotPresent
    case permissionNotDetermined
    case permissionNotGranted
    /// The framework's identifier stands for no MVPD.
    case providerNotDetermined
    case providerMismatch
    case providerExpired

    // Refusals because of the partner's configuration.
    case platform
    case platformID
    case platformTrait
    case platformCategoryTrait
    case platformServices
    case mvpdPlatform
    case boardingStatus
    case profileExchange
}

/// The device check that failed: the one of an authN token, or the one before a media token is issued.
package enum DeviceCheckpoint: Hashable, Sendable {
    case authentication
    case mediaToken
}
