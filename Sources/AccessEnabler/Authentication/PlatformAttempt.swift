/// Where a sign-on through the platform stands.
package struct PlatformState: Sendable {
    var attempt: PlatformAttempt?
    /// Why the platform's sign-on doesn't stand for the user, as `checkAuthentication` tells it; `nil` as long as it may.
    var obstacle: AdvancedStatus?
    /// Whether the app was told to show the platform's dialog, and not yet to take it away.
    var isDialogShown = false
}

package struct PlatformAttempt: Sendable, Hashable {
    enum Purpose: Sendable, Hashable {
        /// The silent exchange of the `setRequestor` of that number.
        case configuration(Int, isOnMain: Bool)
        /// The login of that number.
        case login(Int, ProviderFilter?)
    }

    var number: Int
    var purpose: Purpose
    /// What the platform was asked; one question at a time.
    var awaited: QuestionID?
    /// Whose account is exchanged.
    var provider: MVPD?
    var account: PlatformAccount?
    /// What the service's question came with.
    var code: String?

    var isSilent: Bool { if case .configuration = purpose { true } else { false } }
}

extension AdvancedStatus {
    static let platformPermissionDenied = AdvancedStatus(id: "VSA403", level: .info)
    static let platformPermissionUndetermined = AdvancedStatus(id: "VSA404", level: .info)
    static let platformOtherProvider = AdvancedStatus(id: "N003", level: .info)
    static let platformProviderUnsupported = AdvancedStatus(id: "N004", level: .info)

    static func platformMetadataFailed(_ reason: String) -> AdvancedStatus {
        AdvancedStatus(id: "VSA503", level: .info, message: reason)
    }

    /// The platform's own error, under the name that the flow gives it.
    static func platformFailed(_ reason: String, isSilent: Bool) -> AdvancedStatus {
        AdvancedStatus(id: isSilent ? "AAPL" : "AAPL_ERROR", level: .error, extra: ["details": reason])
    }
}
