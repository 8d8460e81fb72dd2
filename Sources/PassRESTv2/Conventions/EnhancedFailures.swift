package import PassDomain

/// The failures by which each error of this family can be forced.
package enum EnhancedFailures {
    /// The codes of the errors that can be forced.
    package static let codes = EnhancedErrorCode.allCases.map(\.rawValue).filter { failure(code: $0) != nil }

    /// Returns a failure that this family answers with that code; `nil` if there is none.
    ///
    /// Only one code has no failure: it is reported about an attribute of a profile, never about a call.
    package static func failure(code: String) -> EntitlementFailure? {
        // A preauthorization reports the denial of a resource with this code.
        if code == EnhancedErrorCode.preauthorizationDeniedByMVPD.rawValue { return .denied(.notSubscribed) }
        return candidates.first { RESTv2FailureTable().error($0).code.rawValue == code }
    }

    private static let parameters = [
        "mvpd", "code", "resources", "redirectUrl", "partner", "SAMLResponse", "X-Device-Info",
    ]
    private static let denials: [Denial] = [
        .notSubscribed, .parentalControls, .degraded, .homeBasedPolicies, .refreshTokenMissing, .identityUnknown,
        .providerUnreachable, .readError, .tooSlow,
    ]

    private static let candidates: [EntitlementFailure] =
        parameters.map { .missingParameter($0) } + denials.map { .denied($0) }
        + TemporaryAccessRefusal.allCases.map { .temporaryAccessRefused($0) }
        + PartnerRefusal.allCases.map { .partnerRefused($0) } + [
            .unknownRequestor(""), .notIntegrated(""), .sessionNotFound, .missingDevice, .storeFull,
            .tooManyResources(limit: 1), .accessTokenForeign, .accessTokenRefused, .profileMissing,
            .invalidProof(.expired), .invalidProof(.revoked),
        ]
}
