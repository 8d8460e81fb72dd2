/// Everything that the SDK remembers in memory, as long as its process runs.
package struct MachineState: Sendable {
    package internal(set) var configuration = ConfigurationState.unconfigured
    /// The requestor of the last `setRequestor`, however that call ended.
    ///
    /// The running login and the stored records that the flows use belong to it.
    package internal(set) var requestor: String?
    package internal(set) var authentication = AuthenticationState.idle
    package internal(set) var login = LoginAttempt()
    package internal(set) var logout: LogoutAttempt?
    /// The MVPD that `setSelectedProvider` chose, until a login uses it or fails.
    package internal(set) var explicitSelection: String?
    /// The calls held until a configuration succeeds, oldest first; at most `heldCallLimit`.
    package internal(set) var heldCalls: [EntitlementCall] = []
    /// The calls of `getAuthentication` that wait for the running login, oldest first.
    package internal(set) var laterAuthentications: [EntitlementCall] = []
    /// The resources that wait for the running login; the same resource with the same data is listed once.
    package internal(set) var waitingResources: [ResourceRequest] = []
    /// The requests for authZ tokens without an answer yet, each with the number of calls that wait for it.
    var authorizing: [OpenAuthorization: Int] = [:]
    /// The calls of `checkPreauthorizedResources` without an answer yet.
    ///
    /// The app tells their answers apart by their order alone.
    var preauthorizedLists = OrderedAnswers()
    /// The calls of `preauthorize` without an answer yet, which are answered in the order of the calls.
    var preauthorizeRequests = OrderedAnswers()
    /// The reasons for the denials in the last preauthorization answer.
    var explainedDenials: ExplainedDenials?
    /// The options of the last `setOptions`.
    package internal(set) var options: [String: EntitlementValue] = [:]
    /// The data of `getAuthentication`, sent with the next login only.
    package internal(set) var genericData: [String: EntitlementValue]?
    package internal(set) var access = AccessState()
    /// The requests without an answer yet.
    package internal(set) var sent: [RequestID: SentRequest] = [:]
    package internal(set) var passive: PassiveAttempt?
    package internal(set) var platform = PlatformState()
    var lastNumber = 0

    /// Returns a number that this machine hasn't used before.
    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}

/// The progress of `setRequestor`.
package enum ConfigurationState: Sendable {
    case unconfigured
    case configuring(ConfigurationAttempt)
    /// The configuration has arrived, but `setRequestor` hasn't ended its work with it, so calls are still held.
    case completing(ConfigurationAttempt, RequestorConfiguration)
    case configured(RequestorConfiguration)

    /// The configuration, available as soon as it has arrived.
    var current: RequestorConfiguration? {
        switch self {
        case .unconfigured, .configuring: nil
        case .completing(_, let configuration), .configured(let configuration): configuration
        }
    }

    /// The arguments of the last `setRequestor`, whether or not its configuration has arrived.
    var setting: RequestorSetting? {
        switch self {
        case .unconfigured: nil
        case .configuring(let attempt), .completing(let attempt, _): attempt.setting
        case .configured(let configuration): configuration.setting
        }
    }

    /// Whether `setRequestor` has succeeded, so that calls run at once.
    var isComplete: Bool { if case .configured = self { true } else { false } }
}

/// The configuration that `setRequestor` got from the service providers.
package struct RequestorConfiguration: Sendable {
    package var setting: RequestorSetting
    /// The MVPDs in the order of the answers, each pinned to the service provider that listed it first.
    package var providers: [MVPD]
    /// The `device`, `clientType` and `os` that the service detected, for tracking.
    package var client: DetectedClient
    /// The service provider for calls that aren't tied to an MVPD.
    package var serviceProvider: ServiceProvider

    package var requestor: String { setting.requestor }

    /// Returns the MVPD with that ID; `nil` when it isn't in the list.
    package func provider(_ id: String?) -> MVPD? { providers.first { $0.id == id } }
}

/// The client as the service detected it; the initial values stand where the service names none.
package struct DetectedClient: Sendable, Hashable {
    package var device = "unknown"
    package var clientType = "ios"
    package var os = "iOS"
}

/// The progress of the running login.
package enum AuthenticationState: Sendable, Hashable {
    case idle
    /// The app shows its picker, and the login waits for `setSelectedProvider`.
    case awaitingSelection
    /// The SDK fetches a registration code.
    case fetchingCode(mvpd: String)
    /// A browser is open; `code` is the registration code in its URL (3.0 and later).
    case awaitingExternalURL(mvpd: String, code: String?)
    /// The user logs in on a second screen while the SDK polls for the token.
    case polling(mvpd: String, code: String)
    /// The SDK fetches the authN token.
    case fetchingToken(mvpd: String)
    /// The platform's own sign-on runs, and may show its picker.
    case platformDialog
    /// A new `setRequestor` interrupted the login, which restarts once that call has succeeded.
    case restarting(ProviderFilter?)
}

/// A request that was sent or is about to be, with what is needed to repeat it and to continue its flow.
package struct SentRequest: Sendable {
    package var call: ServiceCall
    /// The step of the flow that handles the answer.
    package var step: Step
    /// The number of times that the request was sent again after the transport failed.
    package var transportRetries = 0
    /// The access token that the request carries; `nil` when it needs none, or still waits for one.
    var accessToken: String?
    /// Whether the request was sent again with a new access token.
    var hasNewToken = false
    /// Whether the request was sent again after a new client registration.
    var hasNewClient = false
}

/// The step at which a flow continues when its answer comes.
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
    /// Continues the flow of `step` with the answer to its request.
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

    /// Continues the flow that set an alarm.
    mutating func take(_ alarm: AlarmName) {
        switch alarm {
        case .poll: pollSecondScreen()
        case .registrationCodeExpiry: registrationCodeExpired()
        case .passiveTimeout: passiveTimedOut()
        case .platformTimeout: platformTimedOut()
        }
    }
}
