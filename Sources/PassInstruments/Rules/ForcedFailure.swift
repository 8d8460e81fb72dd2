import PassCore
package import PassDomain

/// The way in which a rule makes an operation fail.
package enum ForcedFailure: Sendable, Hashable {
    /// The MVPD denies the resource, with this message; `nil` means the usual message.
    case denied(String?)
    case named(Name)
    /// The error of REST API v2 with this code. Operations of other families answer the same failure in their own form.
    case enhancedError(String)

    /// The failures that have a name, apart from `denied`.
    package enum Name: String, Sendable, Hashable, CaseIterable {
        case providerUnreachable
        case repeatedDenials
        case invalidResource
        case degraded
        case refreshTokenMissing
        case tokenRefused
        case otherDevice
        case otherDeviceAtMediaToken
        case missingDevice
        case tooManyResources
        case unknownRequestor
        case requestorUnproven
        case clientTooOld
        case unknownRegistrationCode
        case sessionNotFound
        case sessionWithoutUser
        case accessDenied
        case invalidClient
        case invalidSoftwareStatement
        case unapprovedSoftwareStatement
        case tooManyRequests
        case internalError
        case unavailable
    }

    /// The name of `denied`.
    package static let denied = "denied"
    /// The name that the Swift API has for `denied`, which rules may use too.
    package static let notAuthorized = "notAuthorized"

    /// The name of the failure in a rule.
    package var name: String {
        switch self {
        case .denied: Self.denied
        case .named(let name): name.rawValue
        case .enhancedError(let code): code
        }
    }

    /// Whether a text can be the message of a denial.
    ///
    /// Old clients cut a denial's document in two at the word "details". The text is also sent in a header field.
    package static func isMessage(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 1_024 && !text.asciiLowercased.contains("details")
            && !text.hasControlCharacters
    }
}

extension ForcedFailure.Name {
    /// The domain's own value for the failure; `nil` for the two failures that servers in front of the service answer
    /// with.
    package var failure: EntitlementFailure? {
        switch self {
        case .providerUnreachable: .denied(.providerUnreachable)
        case .repeatedDenials: .denied(.repeatedDenials)
        case .invalidResource: .denied(.invalidResource)
        case .degraded: .denied(.degraded)
        case .refreshTokenMissing: .denied(.refreshTokenMissing)
        case .tokenRefused: .invalidProof(.revoked)
        case .otherDevice: .deviceMismatch(.authentication)
        case .otherDeviceAtMediaToken: .deviceMismatch(.mediaToken)
        case .missingDevice: .missingDevice
        case .tooManyResources: .tooManyResources(limit: MVPD.usualPreauthorizationLimit)
        case .unknownRequestor: .unknownRequestor("")
        case .requestorUnproven: .requestorUnproven
        case .clientTooOld: .clientTooOld
        case .unknownRegistrationCode: .unknownRegistrationCode
        case .sessionNotFound: .sessionNotFound
        case .sessionWithoutUser: .sessionWithoutUser
        case .accessDenied: .accessTokenRefused
        case .invalidClient: .invalidClient
        case .invalidSoftwareStatement: .invalidSoftwareStatement
        case .unapprovedSoftwareStatement: .unapprovedSoftwareStatement
        case .tooManyRequests, .internalError: nil
        case .unavailable: .storeFull
        }
    }
}
