/// The state of the platform's sign-on.
package struct PlatformState: Sendable {
    var attempt: PlatformAttempt?
    /// The event with which `checkAuthentication` says why the platform's login doesn't count; `nil` as long as it may
    /// count.
    var obstacle: AdvancedStatus?
    /// Whether the app was told to present the platform's dialog and not yet to dismiss it.
    var isDialogShown = false
}

/// An attempt to sign the user on with the platform's account.
package struct PlatformAttempt: Sendable, Hashable {
    enum Purpose: Sendable, Hashable {
        /// The silent exchange in the `setRequestor` of that number.
        case configuration(Int, isOnMain: Bool)
        /// The login of that number, with the filter for the platform's picker.
        case login(Int, ProviderFilter?)
    }

    var number: Int
    var purpose: Purpose
    /// The question that the platform hasn't answered; there is one at a time.
    var awaited: QuestionID?
    /// The MVPD whose account is exchanged.
    var provider: MVPD?
    var account: PlatformAccount?
    /// The verification code that came with the service's question; it is sent back with the answer.
    var code: String?

    /// Whether the attempt belongs to `setRequestor`, so that the user sees nothing of it.
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

    /// Returns the event for the platform's own error: `AAPL` in the silent exchange, `AAPL_ERROR` otherwise.
    static func platformFailed(_ reason: String, isSilent: Bool) -> AdvancedStatus {
        AdvancedStatus(id: isSilent ? "AAPL" : "AAPL_ERROR", level: .error, extra: ["details": reason])
    }
}
