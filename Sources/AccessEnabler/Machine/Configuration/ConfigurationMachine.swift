import PassCore

/// The flow of `setRequestor`: it fetches a requestor's configuration from all service providers.
struct ConfigurationMachine: Sendable {
    enum Event {
        case setRequestor(RequestorSetting, isOnMain: Bool)
        /// The answer of one service provider, given by its index in the attempt's list.
        case answered(attempt: Int, serviceProvider: Int, Answer)
        /// The steps that follow the arrival of the configuration have ended, whatever their outcome.
        case completed
    }

    private enum State {
        case unconfigured
        case configuring(Attempt)
        /// The configuration has arrived, but the steps that follow haven't ended, so calls are still held.
        case completing(RequestorConfiguration, isOnMain: Bool)
        case configured(RequestorConfiguration)
    }

    /// The service providers that were asked, and their answers so far.
    private struct Attempt {
        var number: Int
        var setting: RequestorSetting
        var isOnMain: Bool
        /// The service providers that are asked, in the app's order.
        var serviceProviders: [ServiceProvider] = []
        /// The number of service providers that haven't answered.
        var outstanding = 0
        /// The configurations, in the order of arrival.
        var answers: [ConfigAnswer] = []
        var failures: [ConfigurationFailure] = []
    }

    private var state: State
    private var lastNumber = 0
    /// The requestor of the last `setRequestor`, whatever its outcome.
    private(set) var requestor: String?

    /// Creates the machine in its state before any `setRequestor`, or after a `setRequestor` that fetched this
    /// configuration.
    init(_ configuration: RequestorConfiguration? = nil) {
        state = configuration.map { .configured($0) } ?? .unconfigured
        requestor = configuration?.requestor
    }

    mutating func handle(_ event: Event, in context: inout FlowContext) {
        switch event {
        case .setRequestor(let setting, let isOnMain): setRequestor(setting, isOnMain: isOnMain, &context)
        case .answered(let number, let index, let answer): receive(answer, number, index, &context)
        case .completed: succeed(&context)
        }
    }

    // MARK: Facts for other flows

    /// The configuration, available as soon as it has arrived.
    var current: RequestorConfiguration? {
        switch state {
        case .unconfigured, .configuring: nil
        case .completing(let configuration, _), .configured(let configuration): configuration
        }
    }

    /// The arguments of the last `setRequestor`, whether or not its configuration has arrived; `nil` after a failure.
    var setting: RequestorSetting? {
        if case .configuring(let attempt) = state { attempt.setting } else { current?.setting }
    }

    /// Whether the app made the running `setRequestor` on the main thread, as passive authentication requires.
    var isOnMain: Bool { if case .completing(_, let isOnMain) = state { isOnMain } else { false } }

    /// Whether `setRequestor` has succeeded, so that calls run at once.
    var isComplete: Bool { if case .configured = state { true } else { false } }

    /// Whether a `setRequestor` has begun and has neither succeeded nor failed yet.
    var isRunning: Bool {
        switch state {
        case .configuring, .completing: true
        case .unconfigured, .configured: false
        }
    }

    /// Whether answers of service providers are awaited, so that the next input may bring the last of them.
    var isFetching: Bool { if case .configuring = state { true } else { false } }

    // MARK: Asking the service providers

    /// Fetches the requestor's configuration from all service providers.
    ///
    /// The attempt ends in `setRequestorComplete`, unless a later call supersedes this one.
    private mutating func setRequestor(_ setting: RequestorSetting, isOnMain: Bool, _ context: inout FlowContext) {
        requestor = setting.requestor
        state = .unconfigured
        if !isOnMain {
            context.log(.error, "setRequestor was not called on the main thread: no passive authentication")
        }
        lastNumber += 1
        var attempt = Attempt(number: lastNumber, setting: setting, isOnMain: isOnMain)
        guard !setting.requestor.isEmpty else { return fail([.unknownRequestor], &context) }
        if context.setup.profile.registersClient, context.setup.softwareStatement == nil {
            context.emit("R400", .error)
            return fail([.noAccess], &context)
        }
        let addresses =
            setting.serviceProviders.isEmpty ? [context.setup.defaultServiceProvider] : setting.serviceProviders
        for text in addresses {
            do throws(ServiceProviderError) {
                let provider = try ServiceProvider(text, allowsPlainHTTP: context.setup.allowsPlainHTTP)
                if !attempt.serviceProviders.contains(provider) { attempt.serviceProviders.append(provider) }
            } catch {
                context.log(.error, "A service provider is ignored: \(error.reason)")
                attempt.failures.append(.unreachable)
            }
        }
        attempt.outstanding = attempt.serviceProviders.count
        guard attempt.outstanding > 0 else { return fail(attempt.failures, &context) }
        state = .configuring(attempt)
        for (index, provider) in attempt.serviceProviders.enumerated() {
            let path = "1.0/config/\(PercentEncoding.encode(setting.requestor))"
            context.send(
                ServiceCall(.get, "\(provider.url)/\(path)"),
                then: .configuration(attempt: attempt.number, serviceProvider: index))
        }
    }

    private mutating func receive(_ answer: Answer, _ number: Int, _ index: Int, _ context: inout FlowContext) {
        guard case .configuring(var attempt) = state, attempt.number == number else { return }
        do throws(ConfigurationFailure) {
            attempt.answers.append(try ConfigAnswer(answer, from: attempt.serviceProviders[index], context))
        } catch {
            attempt.failures.append(error)
        }
        attempt.outstanding -= 1
        state = .configuring(attempt)
        if attempt.outstanding == 0 { complete(attempt, &context) }
    }

    // MARK: The end

    /// Merges the answers in the order of their arrival, and starts the steps that follow.
    private mutating func complete(_ attempt: Attempt, _ context: inout FlowContext) {
        guard let first = attempt.answers.first else { return fail(attempt.failures, &context) }
        var configuration = RequestorConfiguration(setting: attempt.setting, providers: [], client: first.client)
        var known: Set<String> = []
        for provider in attempt.answers.flatMap(\.providers) where known.insert(provider.id).inserted {
            configuration.providers.append(provider)
        }
        for failure in attempt.failures { context.log(.debug, "A service provider is ignored: \(failure)") }
        state = .completing(configuration, isOnMain: attempt.isOnMain)
        if attempt.answers.contains(where: \.isClockWrong) { context.emit("CFG100", .warning) }
        context.signal(.configurationArrived(asksForLogout: attempt.answers.contains(where: \.asksForLogout)))
    }

    /// Ends the configuration successfully.
    private mutating func succeed(_ context: inout FlowContext) {
        guard case .completing(let configuration, _) = state else { return }
        state = .configured(configuration)
        context.emit(.setRequestorComplete(ACCESS_ENABLER_STATUS_SUCCESS))
        context.signal(.configurationSucceeded)
    }

    private mutating func fail(_ failures: [ConfigurationFailure], _ context: inout FlowContext) {
        state = .unconfigured
        var told: Set<String> = []
        for failure in failures {
            if case .unreadable(let reason) = failure { context.log(.error, reason) }
            if let status = failure.status, told.insert(status.id).inserted { context.emit(.status(status)) }
        }
        if failures.contains(.clientTooOld) { context.refuseAuthentication(SERVER_API_TOO_OLD, nil) }
        context.emit(.setRequestorComplete(ACCESS_ENABLER_STATUS_ERROR))
        context.signal(.configurationFailed)
    }
}

/// A configuration as one service provider sent it.
private struct ConfigAnswer {
    var providers: [MVPD]
    var client: DetectedClient
    var asksForLogout: Bool
    var isClockWrong: Bool

    /// The difference, in milliseconds, between the clocks of device and service above which CFG100 is emitted.
    private static let clockTolerance: Int64 = 59_000

    /// Reads a service provider's answer, and compares the service's clock with the device's.
    init(
        _ answer: Answer, from serviceProvider: ServiceProvider, _ context: FlowContext
    ) throws(ConfigurationFailure) {
        guard case .response(let response) = answer, response.isSuccess else { throw ConfigurationFailure(answer) }
        let document: ConfigDocument
        do {
            document = try ConfigDocument(
                response.body, from: serviceProvider, url: context.operationsURL(serviceProvider),
                using: context.setup.xml)
        } catch {
            throw .unreadable(error.message)
        }
        let time = document.time ?? response.fields["Date"].flatMap { CivilTime.timestamp(httpDate: $0) }
        let drift = time.map { max($0 - context.now, context.now - $0).milliseconds } ?? 0
        providers = document.providers
        client = document.client
        asksForLogout = document.asksForLogout
        isClockWrong = drift > Self.clockTolerance
    }
}

extension ServiceProviderError {
    fileprivate var reason: String {
        switch self {
        case .notAnAddress(let text): "\(text) isn't an address"
        case .plainHTTP(let text): "\(text) is plain HTTP to another machine"
        }
    }
}
