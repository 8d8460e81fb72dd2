/// Everything that the SDK remembers while its process lives.
package struct MachineState: Sendable {
    package internal(set) var configuration = ConfigurationState.unconfigured
    /// That of the last `setRequestor`, however it ended: whose login runs, and whose records count.
    package internal(set) var requestor: String?
    package internal(set) var authentication = AuthenticationState.idle
    package internal(set) var login = LoginAttempt()
    package internal(set) var logout: LogoutAttempt?
    /// Chosen by `setSelectedProvider` and not yet used or failed.
    package internal(set) var explicitSelection: String?
    /// Held until a configuration succeeds, oldest first; at most `heldCallLimit`, and what `hold` puts there.
    package internal(set) var heldCalls: [EntitlementCall] = []
    /// Calls of `getAuthentication` that wait for the running one, oldest first.
    package internal(set) var laterAuthentications: [EntitlementCall] = []
    /// Wait for the running login; no resource with the same data twice.
    package internal(set) var waitingResources: [ResourceRequest] = []
    /// Calls of `checkPreauthorizedResources` that aren't answered yet: the app knows their answers by their order alone.
    var preauthorizedLists = OrderedAnswers()
    /// The same for `preauthorize`.
    var preauthorizeRequests = OrderedAnswers()
    var explainedDenials: ExplainedDenials?
    package internal(set) var options: [String: EntitlementValue] = [:]
    /// Data of `getAuthentication`, carried by the next login only.
    package internal(set) var genericData: [String: EntitlementValue]?
    package internal(set) var access = AccessState()
    /// What was sent and not yet answered.
    package internal(set) var sent: [RequestID: SentRequest] = [:]
    package internal(set) var passive: PassiveAttempt?
    package internal(set) var platform = PlatformState()
    var lastNumber = 0

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}

package enum ConfigurationState: Sendable {
    case unconfigured
    case configuring(ConfigurationAttempt)
    /// The configuration is there, and what `setRequestor` does with it hasn't ended: calls are still held.
    case completing(ConfigurationAttempt, RequestorConfiguration)
    case configured(RequestorConfiguration)

    var current: RequestorConfiguration? {
        switch self {
        case .unconfigured, .configuring: nil
        case .completing(_, let configuration), .configured(let configuration): configuration
        }
    }

    /// What the app asked for, whether or not it has got it.
    var setting: RequestorSetting? {
        switch self {
        case .unconfigured: nil
        case .configuring(let attempt), .completing(let attempt, _): attempt.setting
        case .configured(let configuration): configuration.setting
        }
    }

    /// Whether `setRequestor` has ended well, so that calls run at once.
    var isComplete: Bool { if case .configured = self { true } else { false } }
}

/// What `setRequestor` got.
package struct RequestorConfiguration: Sendable {
    package var setting: RequestorSetting
    /// In the order of the configuration, each pinned to the service provider that listed it first.
    package var providers: [MVPD]
    /// `device`, `clientType` and `os` as the service detected them, for tracking.
    package var client: DetectedClient
    /// The service provider for calls that belong to no MVPD.
    package var serviceProvider: ServiceProvider

    package var requestor: String { setting.requestor }

    package func provider(_ id: String?) -> MVPD? { providers.first { $0.id == id } }
}

package struct DetectedClient: Sendable, Hashable {
    package var device = "unknown"
    package var clientType = "ios"
    package var os = "iOS"
}

package enum AuthenticationState: Sendable, Hashable {
    case idle
    /// The app shows its picker.
    case awaitingSelection
    case fetchingCode(mvpd: String)
    /// A browser is open; `code` is the registration code that its URL carries (3.0 and later).
    case awaitingExternalURL(mvpd: String, code: String?)
    /// A second screen logs in.
    case polling(mvpd: String, code: String)
    case fetchingToken(mvpd: String)
    case platformDialog
    /// A new `setRequestor` has overtaken it; it starts anew when that one has succeeded.
    case restarting(ProviderFilter?)
}

/// A request on its way, with what is needed to repeat it and to go on.
package struct SentRequest: Sendable {
    package var call: ServiceCall
    package var step: Step
    /// How often it was sent again after the transport failed.
    package var transportRetries = 0
    /// What it was sent with; `nil` when it needs none.
    var accessToken: String?
    /// Whether it was sent again with a new access token.
    var hasNewToken = false
    /// Whether it was sent again as a new client.
    var hasNewClient = false
}

/// Where a flow goes on when its answer comes.
package enum Step: Sendable {
    case configuration(ConfigurationStep)
    case access(AccessStep)
    case passive(PassiveStep)
    case authentication(AuthenticationStep)
    case authorization(AuthorizationStep)
    case preauthorization(PreauthorizationStep)
    case metadata(MetadataStep)
    case platform(PlatformStep)
}

extension EntitlementMachine {
    mutating func proceed(_ step: Step, with answer: Answer) {
        switch step {
        case .configuration(let step): proceed(step, with: answer)
        case .access(let step): proceed(step, with: answer)
        case .passive(let step): proceed(step, with: answer)
        case .authentication(let step): proceed(step, with: answer)
        case .authorization(let step): proceed(step, with: answer)
        case .preauthorization(let step): proceed(step, with: answer)
        case .metadata(let step): proceed(step, with: answer)
        case .platform(let step): proceed(step, with: answer)
        }
    }

    mutating func take(_ alarm: AlarmName) {
        switch alarm {
        case .poll: pollSecondScreen()
        case .registrationCodeExpiry: registrationCodeExpired()
        case .passiveTimeout: passiveTimedOut()
        case .platformTimeout: platformTimedOut()
        }
    }
}
