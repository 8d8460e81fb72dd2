/// The login with the TV provider account of the device's settings ("Apple SSO cookbook", iOS/tvOS).
///
/// In `setRequestor` this login shows nothing. In `getAuthentication` the user chooses an MVPD in the platform's
/// picker.
struct PlatformSignOnMachine: Sendable {
    enum Event {
        /// A configuration has arrived, and the silent exchange is next.
        case configurationArrived
        /// A login begins, with the filter for the platform's picker.
        case loginBegins(ProviderFilter?)
        /// The login has ended.
        case loginStops
        /// A new `setRequestor` begins.
        case configurationBegins
        case answered(QuestionID, PlatformAnswer)
        case serviceAnswered(PlatformStep, Answer)
        case timedOut
    }

    /// An attempt to sign the user on with the platform's account.
    struct Attempt {
        /// The number of the attempt; answers of the service to an earlier one carry another number and are ignored.
        let number: Int
        let purpose: Purpose
        var stage: Stage

        /// Whether the attempt belongs to `setRequestor`, so that it shows the user nothing.
        var isSilent: Bool { if case .configuration = purpose { true } else { false } }
    }

    enum Purpose {
        case configuration
        /// A login, with the filter for the platform's picker.
        case login(ProviderFilter?)
    }

    enum Stage {
        case askingPermission(QuestionID)
        case askingAccount(QuestionID)
        /// The app presents the platform's dialog.
        case picking(QuestionID)
        /// The service is asked for its SAML request to the MVPD.
        case fetchingRequest(Exchange)
        case askingMVPD(QuestionID, Exchange, verificationCode: String?)
        /// The MVPD's SAML response is being sent to the service.
        case handingIn(Exchange)
        case fetchingToken(Exchange)

        /// The question that the platform hasn't answered; `nil` while the attempt waits for the service.
        var question: QuestionID? {
            switch self {
            case .askingPermission(let id), .askingAccount(let id), .picking(let id), .askingMVPD(let id, _, _): id
            case .fetchingRequest, .handingIn, .fetchingToken: nil
            }
        }
    }

    /// The account that is exchanged for a token, and its MVPD.
    struct Exchange {
        var provider: MVPD
        var account: PlatformAccount
    }

    /// The time limit for each answer in `setRequestor`, in milliseconds; our choice, the same as for the passive
    /// login.
    private static let patience: Int64 = 10_000

    private(set) var attempt: Attempt?
    /// The event with which `checkAuthentication` explains that the platform's login isn't valid; `nil` if it can be
    /// valid.
    private(set) var obstacle: AdvancedStatus?
    private var lastAttempt = 0
    private var lastQuestion = 0

    mutating func handle(_ event: Event, in context: inout FlowContext) {
        switch event {
        case .configurationArrived: exchangeSilently(&context)
        case .loginBegins(let filter): begin(.login(filter), &context)
        case .loginStops: if let attempt, !attempt.isSilent { forget(attempt, &context) }
        case .configurationBegins: if let attempt, attempt.isSilent { forget(attempt, &context) }
        case .answered(let question, let answer): receive(answer, to: question, &context)
        case .serviceAnswered(let step, let answer): receive(answer, to: step, &context)
        case .timedOut: timeOut(&context)
        }
    }

    // MARK: Changes to the state

    /// Asks the platform a question, and enters the stage that waits for the answer.
    ///
    /// In `setRequestor`, the wait has a time limit.
    mutating func ask(
        _ question: PlatformQuestion, _ attempt: Attempt, _ context: inout FlowContext, in stage: (QuestionID) -> Stage
    ) {
        let id = nextQuestion()
        enter(stage(id), attempt)
        put(question, id, attempt, &context)
    }

    mutating func enter(_ stage: Stage, _ attempt: Attempt) {
        self.attempt = Attempt(number: attempt.number, purpose: attempt.purpose, stage: stage)
    }

    /// Forgets the attempt, whose answers are no longer needed.
    mutating func leave() { attempt = nil }

    /// Ends an attempt without a login: `setRequestor` continues, and a login continues with the app's own picker.
    mutating func abandon(_ attempt: Attempt, _ status: AdvancedStatus?, _ context: inout FlowContext) {
        leave()
        switch attempt.purpose {
        case .configuration:
            if let status { context.emit(.status(status)) }
            context.signal(.silentSignOnEnded)
        case .login: context.signal(.platformHasNoLogin(status))
        }
    }

    /// Ends the attempt if its login has to wait for a configuration again.
    ///
    /// A login that a new `setRequestor` has interrupted restarts once that `setRequestor` has succeeded.
    ///
    /// - Returns: whether the attempt continues.
    mutating func canContinue(_ attempt: Attempt, _ context: inout FlowContext) -> Bool {
        guard case .login(let filter) = attempt.purpose, !context.isConfigured else { return true }
        leave()
        context.signal(.platformSignOnOvertaken(filter))
        return false
    }

    // MARK: The beginning

    /// Tries the silent exchange of the platform's account if its conditions are met; otherwise the flow ends at once.
    ///
    /// A valid login that isn't the platform's is left alone. A login of the platform is erased if the user withdrew
    /// the permission or signed out in the system's settings. If the user switched accounts there, the login of the new
    /// account replaces it.
    private mutating func exchangeSilently(_ context: inout FlowContext) {
        obstacle = nil
        guard let configuration = context.configuration, context.knowsPlatform,
            configuration.providers.contains(where: \.takesPartInPlatform)
        else { return context.signal(.silentSignOnEnded) }
        if case .valid(_, _, let provider) = context.storedLogin(), !context.bucket(provider.id).isFromPlatform {
            return context.signal(.silentSignOnEnded)
        }
        begin(.configuration, &context)
    }

    private mutating func begin(_ purpose: Purpose, _ context: inout FlowContext) {
        if let former = attempt {
            forget(former, &context)
            // If a new setRequestor has interrupted the former attempt's login, this call schedules the login's
            // restart. The result isn't needed, because the former attempt ends in either case.
            _ = canContinue(former, &context)
        }
        lastAttempt += 1
        let id = nextQuestion()
        let attempt = Attempt(number: lastAttempt, purpose: purpose, stage: .askingPermission(id))
        self.attempt = attempt
        put(.permission, id, attempt, &context)
    }

    private mutating func nextQuestion() -> QuestionID {
        lastQuestion += 1
        return QuestionID(number: lastQuestion)
    }

    private func put(
        _ question: PlatformQuestion, _ id: QuestionID, _ attempt: Attempt, _ context: inout FlowContext
    ) {
        context.carryOut(.ask(id, question))
        if attempt.isSilent { context.carryOut(.setAlarm(.platformTimeout, afterMillis: Self.patience)) }
    }

    // MARK: The platform's answers

    private mutating func receive(_ answer: PlatformAnswer, to question: QuestionID, _ context: inout FlowContext) {
        guard let attempt, attempt.stage.question == question else { return }
        if attempt.isSilent { context.carryOut(.cancelAlarm(.platformTimeout)) }
        if case .picking = attempt.stage { context.emit(.dismissTvProviderDialog) }
        guard canContinue(attempt, &context) else { return }
        switch answer {
        case .permission(let permission): receive(permission, attempt, &context)
        case .account(let account): receive(account, attempt, &context)
        case .accountFailed(let reason):
            obstacle = .platformFailed(reason, isSilent: false)
            abandon(
                attempt, attempt.isSilent ? .platformFailed(reason, isSilent: true) : .platformMetadataFailed(reason),
                &context)
        case .picked(let choice): receive(choice, attempt, &context)
        case .samlResponse(let response): handIn(response, attempt, &context)
        case .samlResponseFailed(let reason):
            context.log(.error, "the platform returned no answer from the provider: \(reason)")
            abandon(attempt, attempt.isSilent ? nil : .platformMetadataFailed(reason), &context)
        }
    }

    private mutating func receive(
        _ permission: PlatformPermission, _ attempt: Attempt, _ context: inout FlowContext
    ) {
        switch permission {
        case .granted:
            obstacle = nil
            ask(.account, attempt, &context) { .askingAccount($0) }
        case .denied:
            obstacle = .platformPermissionDenied
            context.dropPlatformLogin()
            abandon(attempt, .platformPermissionDenied, &context)
        case .undetermined:
            obstacle = .platformPermissionUndetermined
            context.dropPlatformLogin()
            abandon(attempt, .platformPermissionUndetermined, &context)
        case .failed(let reason):
            obstacle = .platformFailed(reason, isSilent: false)
            abandon(attempt, .platformFailed(reason, isSilent: attempt.isSilent), &context)
        }
    }

    private mutating func receive(_ account: PlatformAccount?, _ attempt: Attempt, _ context: inout FlowContext) {
        let provider = account.flatMap { context.platformProvider($0.providerID) }
        if let account, let provider, provider.boardingStatus == "SUPPORTED" {
            if attempt.isSilent, case .valid(_, _, let current) = context.storedLogin(), current.id == provider.id {
                return abandon(attempt, nil, &context)
            }
            return exchange(account, at: provider, attempt, &context)
        }
        guard case .login(let filter) = attempt.purpose else {
            context.dropPlatformLogin()
            return abandon(attempt, nil, &context)
        }
        showPicker(filter, attempt, &context)
    }

    private mutating func timeOut(_ context: inout FlowContext) {
        guard let attempt, attempt.isSilent, attempt.stage.question != nil else { return }
        forget(attempt, &context)
        let reason = "The platform returned no answer."
        obstacle = .platformFailed(reason, isSilent: false)
        abandon(attempt, .platformFailed(reason, isSilent: true), &context)
    }

    /// Forgets the attempt, withdraws its question and dismisses its dialog.
    private mutating func forget(_ attempt: Attempt, _ context: inout FlowContext) {
        leave()
        guard let question = attempt.stage.question else { return }
        context.carryOut(.stopAsking(question))
        if attempt.isSilent { context.carryOut(.cancelAlarm(.platformTimeout)) }
        if case .picking = attempt.stage { context.emit(.dismissTvProviderDialog) }
    }
}

extension FlowContext {
    /// Erases a login of the platform that the platform no longer confirms.
    fileprivate mutating func dropPlatformLogin() {
        if let current = currentProviderID, bucket(current).isFromPlatform { eraseCurrentProvider() }
    }
}
