package enum PlatformStep: Sendable {
    /// The service's question for the provider's SAML answer.
    case profileRequest(attempt: Int)
    case exchange(attempt: Int)
    case token(attempt: Int)
}

/// Sign-on with the account that the platform keeps ("Apple SSO cookbook", iOS/tvOS), silent in `setRequestor` and by the
/// platform's picker in `getAuthentication`.
extension EntitlementMachine {
    /// Begins a login by the platform's account or picker, if there is a platform and an MVPD that takes part in it.
    ///
    /// - Parameter filter: MVPDs to show; those that don't take part are left out.
    /// - Returns: whether it did; else the classic flow goes on.
    mutating func beginPlatformSignOn(filter: ProviderFilter?) -> Bool {
        guard knowsPlatform, !pickable(filter).isEmpty else { return false }
        state.authentication = .platformDialog
        begin(.login(state.login.number, filter))
        return true
    }

    /// Tries the silent exchange of the platform's sign-on if its conditions hold, and goes on with the configuration after it.
    ///
    /// A valid login that isn't the platform's is let alone. One that is goes when the user took the permission back, or signed
    /// out or over in the system's settings.
    mutating func exchangeSilently(isOnMain: Bool) {
        guard case .completing(let attempt, let configuration) = state.configuration else { return }
        state.platform.obstacle = nil
        guard knowsPlatform, configuration.providers.contains(where: \.takesPartInPlatform) else {
            return authenticatePassively(isOnMain: isOnMain)
        }
        if case .valid(_, _, let provider) = storedLogin(), !bucket(provider.id).isFromPlatform {
            return authenticatePassively(isOnMain: isOnMain)
        }
        begin(.configuration(attempt.number, isOnMain: isOnMain))
    }

    mutating func take(_ answer: PlatformAnswer, to question: QuestionID) {
        guard let attempt = state.platform.attempt, attempt.awaited == question else { return }
        state.platform.attempt?.awaited = nil
        if attempt.isSilent { effects.append(.cancelAlarm(.platformTimeout)) }
        dismissDialog()
        guard goesOn(attempt) else { return }
        switch answer {
        case .permission(let permission): take(permission, attempt)
        case .account(let account): take(account, attempt)
        case .accountFailed(let reason):
            state.platform.obstacle = .platformFailed(reason, isSilent: false)
            abandon(
                attempt, attempt.isSilent ? .platformFailed(reason, isSilent: true) : .platformMetadataFailed(reason))
        case .picked(let choice): take(choice, attempt)
        case .samlResponse(let response): handIn(response, attempt)
        case .samlResponseFailed(let reason):
            log(.error, "the platform gave no answer of the provider: \(reason)")
            abandon(attempt, attempt.isSilent ? nil : .platformMetadataFailed(reason))
        }
    }

    /// Asks the platform; `setRequestor` doesn't wait for its answer for ever.
    mutating func ask(_ question: PlatformQuestion) {
        let id = QuestionID(number: state.nextNumber())
        state.platform.attempt?.awaited = id
        effects.append(.ask(id, question))
        if state.platform.attempt?.isSilent == true {
            effects.append(.setAlarm(.platformTimeout, afterMillis: Self.platformPatience))
        }
    }

    mutating func platformTimedOut() {
        guard let attempt = state.platform.attempt, attempt.isSilent, attempt.awaited != nil else { return }
        forget(attempt)
        guard goesOn(attempt) else { return }
        let reason = "The platform gave no answer."
        state.platform.obstacle = .platformFailed(reason, isSilent: false)
        abandon(attempt, .platformFailed(reason, isSilent: true))
    }

    /// Gives up the silent exchange that is under way; the configuration isn't ended.
    mutating func abandonSilentExchange() {
        if let attempt = state.platform.attempt, attempt.isSilent { forget(attempt) }
    }

    /// Takes back what the attempt asked, and its dialog away.
    mutating func forget(_ attempt: PlatformAttempt) {
        state.platform.attempt = nil
        if let question = attempt.awaited {
            effects.append(.stopAsking(question))
            if attempt.isSilent { effects.append(.cancelAlarm(.platformTimeout)) }
        }
        dismissDialog()
    }

    /// Ends an attempt without login: `setRequestor` goes on, and a login does so with the app's own picker.
    mutating func abandon(_ attempt: PlatformAttempt, _ status: AdvancedStatus?) {
        state.platform.attempt = nil
        switch attempt.purpose {
        case .configuration(_, let isOnMain):
            if let status { emit(.status(status)) }
            authenticatePassively(isOnMain: isOnMain)
        case .login:
            showPicker()
            if let status { emit(.status(status)) }
        }
    }

    /// Whether an attempt's `setRequestor` or login is still the one that runs; if not, it is forgotten.
    ///
    /// A login that a new `setRequestor` has overtaken starts anew when that one has succeeded.
    mutating func goesOn(_ attempt: PlatformAttempt) -> Bool {
        switch attempt.purpose {
        case .configuration(let number, _):
            if case .completing(let configuring, _) = state.configuration, configuring.number == number { return true }
        case .login(let number, let filter):
            if isRunning(number) {
                if state.configuration.isComplete { return true }
                restartWhenConfigured(at: nil, filter: filter)
            }
        }
        if state.platform.attempt?.number == attempt.number { state.platform.attempt = nil }
        return false
    }

    private mutating func begin(_ purpose: PlatformAttempt.Purpose) {
        if let former = state.platform.attempt {
            forget(former)
            // A login that asked for it runs without an answer to come: it starts anew.
            _ = goesOn(former)
        }
        state.platform.attempt = PlatformAttempt(number: state.nextNumber(), purpose: purpose)
        ask(.permission)
    }

    private mutating func take(_ permission: PlatformPermission, _ attempt: PlatformAttempt) {
        switch permission {
        case .granted:
            state.platform.obstacle = nil
            ask(.account)
        case .denied:
            state.platform.obstacle = .platformPermissionDenied
            dropPlatformLogin()
            abandon(attempt, .platformPermissionDenied)
        case .undetermined:
            state.platform.obstacle = .platformPermissionUndetermined
            dropPlatformLogin()
            abandon(attempt, .platformPermissionUndetermined)
        case .failed(let reason):
            state.platform.obstacle = .platformFailed(reason, isSilent: false)
            abandon(attempt, .platformFailed(reason, isSilent: attempt.isSilent))
        }
    }

    private mutating func take(_ account: PlatformAccount?, _ attempt: PlatformAttempt) {
        let provider = account.flatMap { platformProvider($0.providerID) }
        if let account, let provider, provider.boardingStatus == "SUPPORTED" {
            if attempt.isSilent, case .valid(_, _, let current) = storedLogin(), current.id == provider.id {
                return abandon(attempt, nil)
            }
            return exchange(account, at: provider, attempt)
        }
        guard case .login(_, let filter) = attempt.purpose else {
            dropPlatformLogin()
            return abandon(attempt, nil)
        }
        showDialog(filter)
    }

    /// Removes a login of the platform that the platform doesn't stand for any more.
    private mutating func dropPlatformLogin() {
        if let current = currentProviderID, bucket(current).isFromPlatform { eraseCurrentProvider() }
    }

    /// How long each answer may take in `setRequestor`, as long as passive authentication; our choice.
    private static let platformPatience: Int64 = 10_000

    private var knowsPlatform: Bool { setup.hasPlatformSSO && setup.profile.version >= SDKVersion(2, 0) }
}
