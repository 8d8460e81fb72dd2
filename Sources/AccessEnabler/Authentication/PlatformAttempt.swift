/// Where a sign-on through the platform stands.
package struct PlatformState: Sendable {
    var attempt: PlatformAttempt?
    /// How many questions of given-up attempts are still to be answered.
    var forsaken: [PlatformAttempt.Question: Int] = [:]
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

    /// What the platform was asked; one question at a time.
    enum Question: Sendable, Hashable {
        case permission
        case account
        case pick
        case samlResponse
    }

    var number: Int
    var purpose: Purpose
    var awaited: Question?
    /// Whose account is exchanged.
    var provider: MVPD?
    var account: PlatformAccount?
    /// What the service's question came with.
    var code: String?

    var isSilent: Bool { if case .configuration = purpose { true } else { false } }
}

extension PlatformAnswer {
    var question: PlatformAttempt.Question {
        switch self {
        case .permission: .permission
        case .account, .accountFailed: .account
        case .picked: .pick
        case .samlResponse, .samlResponseFailed: .samlResponse
        }
    }
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
