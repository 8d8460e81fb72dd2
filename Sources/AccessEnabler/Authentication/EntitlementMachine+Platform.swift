/// The steps of the platform's sign-on that wait for the service.
package enum PlatformStep: Sendable {
    /// The request for the service's question, which the MVPD answers with SAML.
    case profileRequest(attempt: Int)
    /// The exchange of the MVPD's SAML answer.
    case exchange(attempt: Int)
    /// The request for the authN token.
    case token(attempt: Int)
}

/// The sign-on with the account that the platform keeps ("Apple SSO cookbook", iOS/tvOS).
///
/// It is silent in `setRequestor`, and uses the platform's picker in `getAuthentication`.
extension EntitlementMachine {
    /// Begins a login by the platform's account or picker, if there is a platform and an MVPD that takes part in it.
    ///
    /// - Parameter filter: the MVPDs to show; those that don't take part are left out.
    /// - Returns: whether a login began; if not, the classic flow continues.
    mutating func beginPlatformSignOn(filter: ProviderFilter?) -> Bool {
        guard knowsPlatform, !pickable(filter).isEmpty else { return false }
        state.authentication = .platformDialog
        begin(.login(state.login.number, filter))
        return true
    }

    /// Tries the silent exchange of the platform's account if its conditions hold, and then continues the
    /// configuration.
    ///
    /// A valid login that isn't the platform's is left alone. A login of the platform is erased if the user withdrew
    /// the permission, signed out, or switched accounts in the system's settings.
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
            log(.error, "the platform returned no answer from the provider: \(reason)")
            abandon(attempt, attempt.isSilent ? nil : .platformMetadataFailed(reason))
        }
    }

    /// Asks the platform a question; in `setRequestor` the wait for the answer is limited.
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
        let reason = "The platform returned no answer."
        state.platform.obstacle = .platformFailed(reason, isSilent: false)
        abandon(attempt, .platformFailed(reason, isSilent: true))
    }

    /// Abandons the silent exchange that is under way, without ending the configuration.
    mutating func abandonSilentExchange() {
        if let attempt = state.platform.attempt, attempt.isSilent { forget(attempt) }
    }

    /// Forgets the attempt, withdraws its question and dismisses its dialog.
    mutating func forget(_ attempt: PlatformAttempt) {
        state.platform.attempt = nil
        if let question = attempt.awaited {
            effects.append(.stopAsking(question))
            if attempt.isSilent { effects.append(.cancelAlarm(.platformTimeout)) }
        }
        dismissDialog()
    }

    /// Ends an attempt without a login: `setRequestor` continues, and a login continues with the app's own picker.
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

    /// Whether an attempt's `setRequestor` or login is still the current one; if not, forgets the attempt.
    ///
    /// A login that a new `setRequestor` has overtaken starts again when that one has succeeded.
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
            // The former question gets no answer any more. If its login was overtaken by a new setRequestor, this
            // restarts the login.
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

    /// Erases a login of the platform that the platform no longer confirms.
    private mutating func dropPlatformLogin() {
        if let current = currentProviderID, bucket(current).isFromPlatform { eraseCurrentProvider() }
    }

    /// The time limit of each answer in `setRequestor`, in milliseconds; our choice, the same as for passive
    /// authentication.
    private static let platformPatience: Int64 = 10_000

    /// Whether the profile and the platform both have platform sign-on (2.0 and later).
    private var knowsPlatform: Bool { setup.hasPlatformSSO && setup.profile.version >= SDKVersion(2, 0) }
}
