import PassCore

/// The steps of fetching a configuration.
package enum ConfigurationStep: Sendable {
    /// The answer of one service provider, given by its index in the attempt's list.
    case config(attempt: Int, serviceProvider: Int)
}

/// A `setRequestor` that hasn't ended.
package struct ConfigurationAttempt: Sendable {
    package var number: Int
    package var setting: RequestorSetting
    package var isOnMain: Bool
    /// The service providers that are asked, in the app's order.
    var serviceProviders: [ServiceProvider] = []
    /// The number of service providers that haven't answered.
    var outstanding = 0
    /// The configurations, in the order of arrival.
    var answers: [ConfigAnswer] = []
    var failures: [ConfigurationFailure] = []
}

/// A configuration and the service provider that sent it.
struct ConfigAnswer: Sendable {
    var serviceProvider: ServiceProvider
    var providers: [MVPD]
    var client: DetectedClient
    var asksForLogout: Bool
    var isClockWrong: Bool
}

extension EntitlementMachine {
    /// The difference between the device's clock and the service's beyond which CFG100 is emitted, in milliseconds.
    private static let clockTolerance: Int64 = 59_000

    /// Fetches the requestor's configuration from all service providers.
    ///
    /// Ends in `setRequestorComplete`, unless a later call supersedes this one.
    mutating func setRequestor(_ setting: RequestorSetting, isOnMain: Bool) {
        resetConfiguration(for: setting)
        if !isOnMain {
            log(.error, "setRequestor was not called on the main thread: no passive authentication")
        }
        var attempt = ConfigurationAttempt(number: state.nextNumber(), setting: setting, isOnMain: isOnMain)
        guard !setting.requestor.isEmpty else { return configurationFailed([.unknownRequestor]) }
        if setup.profile.registersClient, setup.softwareStatement == nil {
            emit("R400", .error)
            return configurationFailed([.noAccess])
        }
        for text in setting.serviceProviders.isEmpty ? [setup.defaultServiceProvider] : setting.serviceProviders {
            do throws(ServiceProviderError) {
                let provider = try ServiceProvider(text, allowsPlainHTTP: setup.allowsPlainHTTP)
                if !attempt.serviceProviders.contains(provider) { attempt.serviceProviders.append(provider) }
            } catch {
                log(.error, "A service provider is ignored: \(error.reason)")
                attempt.failures.append(.unreachable)
            }
        }
        attempt.outstanding = attempt.serviceProviders.count
        guard attempt.outstanding > 0 else { return configurationFailed(attempt.failures) }
        state.configuration = .configuring(attempt)
        for (index, provider) in attempt.serviceProviders.enumerated() {
            let path = "1.0/config/\(PercentEncoding.encode(setting.requestor))"
            send(
                ServiceCall(.get, "\(provider.url)/\(path)"),
                then: .configuration(.config(attempt: attempt.number, serviceProvider: index)))
        }
    }

    mutating func proceed(_ step: ConfigurationStep, with answer: Answer) {
        guard case .config(let number, let index) = step, case .configuring(var attempt) = state.configuration,
            attempt.number == number
        else { return }
        do throws(ConfigurationFailure) {
            attempt.answers.append(try read(answer, from: attempt.serviceProviders[index]))
        } catch {
            attempt.failures.append(error)
        }
        attempt.outstanding -= 1
        state.configuration = .configuring(attempt)
        if attempt.outstanding == 0 { complete(attempt) }
    }

    /// Ends the configuration successfully. This is the last of its steps, whatever the outcome of the earlier ones.
    mutating func finishConfiguration() {
        guard case .completing(_, let configuration) = state.configuration else { return }
        state.configuration = .configured(configuration)
        emit(.setRequestorComplete(ACCESS_ENABLER_STATUS_SUCCESS))
        drainHeldCalls()
    }

    /// Forgets the last configuration, and abandons one that is under way.
    private mutating func resetConfiguration(for setting: RequestorSetting) {
        let last = state.configuration.setting
        if state.requestor != setting.requestor {
            abandonLogin()
            state.explicitSelection = nil
        }
        state.requestor = setting.requestor
        state.configuration = .unconfigured
        state.genericData = nil
        abandonPassive()
        abandonSilentExchange()
        dropWaitingConfigurations(keepingAccess: last?.serviceProviders == setting.serviceProviders)
    }

    /// Reads a service provider's answer, and compares its clock with the device's.
    private func read(
        _ answer: Answer, from serviceProvider: ServiceProvider
    ) throws(ConfigurationFailure) -> ConfigAnswer {
        guard case .response(let response) = answer, response.isSuccess else { throw ConfigurationFailure(answer) }
        let document: ConfigDocument
        do {
            document = try ConfigDocument(
                response.body, from: serviceProvider, url: operationsURL(serviceProvider), using: setup.xml)
        } catch {
            throw .unreadable(error.message)
        }
        let time = document.time ?? response.fields["Date"].flatMap { CivilTime.timestamp(httpDate: $0) }
        let drift = time.map { max($0 - now, now - $0).milliseconds } ?? 0
        return ConfigAnswer(
            serviceProvider: serviceProvider, providers: document.providers, client: document.client,
            asksForLogout: document.asksForLogout, isClockWrong: drift > Self.clockTolerance)
    }

    /// Merges the answers in the order of their arrival, and starts the steps that follow.
    private mutating func complete(_ attempt: ConfigurationAttempt) {
        guard let first = attempt.answers.first else { return configurationFailed(attempt.failures) }
        var configuration = RequestorConfiguration(
            setting: attempt.setting, providers: [], client: first.client, serviceProvider: first.serviceProvider)
        var known: Set<String> = []
        for provider in attempt.answers.flatMap(\.providers) where known.insert(provider.id).inserted {
            configuration.providers.append(provider)
        }
        for failure in attempt.failures { log(.debug, "A service provider is ignored: \(failure)") }
        state.configuration = .completing(attempt, configuration)
        if attempt.answers.contains(where: \.isClockWrong) { emit("CFG100", .warning) }
        prepareStore()
        if attempt.answers.contains(where: \.asksForLogout) { eraseCurrentProvider() }
        exchangeSilently(isOnMain: attempt.isOnMain)
    }

    private mutating func configurationFailed(_ failures: [ConfigurationFailure]) {
        state.configuration = .unconfigured
        var told: Set<String> = []
        for failure in failures {
            if case .unreadable(let reason) = failure { log(.error, reason) }
            if let status = failure.status, told.insert(status.id).inserted { emit(.status(status)) }
        }
        if failures.contains(.clientTooOld) {
            refuseAuthentication(SERVER_API_TOO_OLD, nil)
        }
        emit(.setRequestorComplete(ACCESS_ENABLER_STATUS_ERROR))
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
