package import PassCore

/// The policy of one World: how strict it is, and how long its records and tokens last.
package struct Policy: Sendable, Hashable {
    /// The treatment of identifiers that aren't in the catalog.
    package enum Unknown: String, Sendable, CaseIterable {
        case accept
        case refuse
    }

    /// The addresses to which a browser may be sent back.
    package enum Redirects: String, Sendable, CaseIterable {
        /// Any web address and any custom scheme are allowed.
        case open
        /// The requestor's registered domains and schemes are allowed, and no other address.
        case registered
    }

    /// The software statements that are accepted.
    package enum Statements: String, Sendable, CaseIterable {
        /// Any well-formed statement is accepted, such as those in apps of the real service.
        case wellFormed = "any"
        /// Statements are accepted if a trusted key has signed them.
        case trusted
    }

    /// The treatment of web calls without a device identifier.
    package enum DeviceCheck: String, Sendable, CaseIterable {
        /// The call is accepted.
        case lenient
        /// The call is refused.
        case strict
    }

    /// The proof that a native call needs to show that it comes from the requestor it names.
    package enum RequestorProof: String, Sendable, CaseIterable {
        /// No proof is needed.
        case lenient
        /// The proof is an access token, or the requestor's identifier signed with one of its registered keys.
        case strict
    }

    /// The address to which a login of REST API v2 leads a browser first.
    package enum LoginAddress: String, Sendable, CaseIterable {
        /// The MVPD's address, as scripted clients expect.
        case mvpd
        /// The legacy family's address, which redirects to the MVPD, as in the vendor's sample.
        case service
    }

    /// The treatment of calls of REST API v2 whose device information is missing or can't be read.
    package enum DeviceInformation: String, Sendable, CaseIterable {
        /// The call is accepted with the facts about the device that are known.
        case lenient
        /// The call is refused.
        case strict
    }

    /// The limit on the requests of one address (Adobe, "Throttling mechanism").
    package struct Throttle: Sendable, Hashable {
        /// The number of requests in each second that don't count against the burst.
        package var requestsPerSecond: Int
        /// The number of further requests that an address may make in total; the burst isn't refilled.
        package var burst: Int

        package init(requestsPerSecond: Int = 1, burst: Int = 10) {
            self.requestsPerSecond = requestsPerSecond
            self.burst = burst
        }
    }

    /// The limit beyond which repeated denials of one login count as attempted fraud (Adobe, "Server-side metrics":
    /// `fraud`).
    package struct RepeatedDenials: Sendable, Hashable {
        /// The number of denials before further ones are answered as attempted fraud.
        package var count: Int
        /// The counting period, which begins with the first denial.
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
    /// The applications whose software statements were revoked.
    package var revokedApplications: Set<ExactText> = []
    package var deviceCheck: DeviceCheck = .lenient
    package var loginAddress: LoginAddress = .mvpd
    package var deviceInformation: DeviceInformation = .lenient
    package var requestorProof: RequestorProof = .lenient
    /// The HTTP status of denied authorizations: 200 or 400. Both occur in the real service's traffic.
    package var denialStatus = 200
    /// The limit on repeated denials; `nil` means that there is none.
    package var repeatedDenials: RepeatedDenials?
    /// The limit on requests; `nil` if no client is throttled.
    package var throttle: Throttle?
    /// The version numbers of the oldest native client that still gets a configuration; `nil` if all clients get one.
    package var oldestClient: [Int]?
    /// Whether calls that carry tokens or device identifiers are refused over plain HTTP.
    package var requiresTLS = false
    /// The times to live of proofs, where an integration doesn't set its own.
    package var timesToLive = Integration.TimesToLive()
    package var sessionTimeToLive: TimeToLive = .hours(1)
    package var registrationCodeTimeToLive: TimeToLive = .minutes(30)
    package var longestRegistrationCodeTimeToLive: TimeToLive = .hours(10)
    package var accessTokenTimeToLive: TimeToLive = .hours(6)

    package init() {}
}
