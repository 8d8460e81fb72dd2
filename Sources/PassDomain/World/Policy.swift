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

    /// What proves that a native call comes from the requestor that it names.
    package enum RequestorProof: String, Sendable, CaseIterable {
        /// Nothing has to.
        case lenient
        /// An access token, or the requestor's identifier signed with one of its registered keys.
        case strict
    }

    /// How many requests one address may make (Adobe, "Throttling mechanism").
    package struct Throttle: Sendable, Hashable {
        /// The rate at which spent requests come back.
        package var requestsPerSecond: Int = 1
        /// How many may be made at once after a rest.
        package var burst: Int = 10

        package init(requestsPerSecond: Int = 1, burst: Int = 10) {
            self.requestsPerSecond = requestsPerSecond
            self.burst = burst
        }
    }

    /// When denials of one login count as an attempt at fraud (Adobe, "Server-side metrics": `fraud`).
    package struct RepeatedDenials: Sendable, Hashable {
        /// How many are still answered as they are.
        package var count: Int
        /// From the first of them.
        package var time: TimeToLive

        package init(count: Int, time: TimeToLive) {
            self.count = count
            self.time = time
        }
    }

    package var unknownRequestors: Unknown = .accept
    package var unknownMVPDs: Unknown = .accept
    package var unknownResources: Unknown = .accept
    package var unknownClients: Unknown = .accept
    package var redirects: Redirects = .open
    package var statements: Statements = .wellFormed
    package var deviceCheck: DeviceCheck = .lenient
    package var requestorProof: RequestorProof = .lenient
    /// The status of denied authorizations: 200 or 400, both are seen of the real service.
    package var denialStatus = 200
    /// `nil` answers every denial as it is.
    package var repeatedDenials: RepeatedDenials?
    /// `nil` throttles nobody.
    package var throttle: Throttle?
    /// The oldest native client that still gets a configuration, as the numbers of its version; `nil` serves all.
    package var oldestClient: [Int]?
    /// Calls that carry tokens or device identifiers are refused over plain HTTP.
    package var requiresTLS = false
    package var lives = Integration.Lives()
    package var sessionLife: TimeToLive = .hours(1)
    package var registrationCodeLife: TimeToLive = .minutes(30)
    package var longestRegistrationCodeLife: TimeToLive = .hours(10)
    package var accessTokenLife: TimeToLive = .hours(6)

    package init() {}
}
