/// Every reason for which a service of the domain breaks off; each family turns each case into its documented answer.
///
/// A denied authorization is no failure but an `AuthorizationService.Answer`; only one that is forced takes this way.
package enum EntitlementFailure: Error, Hashable, Sendable {
    // What the caller sent.
    case missingParameter(String)
    case malformedParameter(String, reason: String)
    case unknownRequestor(RequestorID)
    /// Nothing shows that the call comes from the requestor that it names.
    case requestorUnproven
    /// More resources in one preauthorization than the MVPD takes.
    case tooManyResources(limit: Int)
    case redirectRefused(String)
    case insecureTransport
    /// A native client before the oldest that is still served.
    case clientTooOld

    // Registration codes and sessions.
    case unknownRegistrationCode
    /// No browser has begun a login for this code or cookie.
    case sessionNotFound
    /// A browser has begun the login, and nobody has signed in yet or somebody has signed out again.
    case sessionWithoutUser
    case loginRefused(String)

    // Proofs and devices.
    case invalidProof(ProofRefusal)
    /// No device, or one whose individualization is none of the service's.
    case missingDevice
    case deviceMismatch(DeviceCheckpoint)

    /// The MVPD says no, without being asked.
    case denied(Denial)

    // Clients of dynamic client registration.
    case accessTokenRefused
    /// Good, but its application isn't the requestor's that the call names.
    case accessTokenForeign
    case invalidSoftwareStatement
    /// Well-formed, but of an issuer that isn't trusted.
    case unapprovedSoftwareStatement
    case invalidRedirectURI
    case invalidClient
    case unsupportedGrantType

    // The simulator's own limits.
    case storeFull
}

/// Why a token was not accepted as proof.
package enum ProofRefusal: String, Error, Hashable, Sendable, CaseIterable {
    case malformed
    case badSignature
    case expired
    case revoked
    /// Of another requestor or MVPD than the request names.
    case foreign
}

/// Where a device was found to be another than the token's.
package enum DeviceCheckpoint: Hashable, Sendable {
    case authentication
    case mediaToken
}
