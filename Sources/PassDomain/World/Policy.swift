package import PassCore

/// How strict one World is and how long its own records live.
package struct Policy: Sendable, Hashable {
    /// What happens to an identifier that the catalog doesn't hold.
    package enum Unknown: String, Sendable, CaseIterable {
        case accept
        case refuse
    }

    /// Which addresses a browser may be sent back to.
    package enum Redirects: String, Sendable, CaseIterable {
        /// Any web address and any custom scheme.
        case open
        /// Only the requestor's registered domains and schemes.
        case registered
    }

    /// Which software statements are accepted.
    package enum Statements: String, Sendable, CaseIterable {
        /// Any of the right form, as apps of the real service carry them.
        case wellFormed = "any"
        /// Only those signed by a trusted key.
        case trusted
    }

    /// What a web call without a device identifier gets.
    package enum DeviceCheck: String, Sendable, CaseIterable {
        case lenient
        case strict
    }

    package var unknownRequestors: Unknown = .accept
    package var unknownMVPDs: Unknown = .accept
    package var unknownResources: Unknown = .accept
    package var unknownClients: Unknown = .accept
    package var redirects: Redirects = .open
    package var statements: Statements = .wellFormed
    package var deviceCheck: DeviceCheck = .lenient
    /// Calls that carry tokens or device identifiers are refused over plain HTTP.
    package var requiresTLS = false
    package var lives = Integration.Lives()
    package var sessionLife: TimeToLive = .hours(1)
    package var registrationCodeLife: TimeToLive = .minutes(30)
    package var longestRegistrationCodeLife: TimeToLive = .hours(10)
    package var accessTokenLife: TimeToLive = .hours(6)

    package init() {}
}
