/// The login: from `getAuthentication`, a selection or a resource that needs a login, to the stored authN token.
///
/// The login asks for the MVPD, gets a registration code, opens the browser and fetches the token. The login on a
/// second screen, the platform's sign-on and the passive login are flows of their own.
struct LoginMachine: Sendable {
    enum Event {
        // Calls of the app.

        /// A `checkAuthentication`.
        ///
        /// - `obstacle`: the event that says why the platform's login isn't valid; `nil` if it can be valid.
        case checkAuthentication(obstacle: AdvancedStatus?)
        /// A `getAuthentication`.
        case login(LoginCall)
        case setSelectedProvider(String?)
        case getSelectedProvider
        /// The login's browser has reached the app's redirect URL.
        case browserEnded(String)
        /// The task of an `async` login was cancelled.
        case withdrawn

        // Events of other flows.

        /// A resource needs a login.
        case needed
        case answered(LoginStep, Answer)
        case gotToken(LoginToken)
        case getsNoToken(AdvancedStatus?)
        case platformListsProvider(MVPD)
        case platformHasNoLogin(AdvancedStatus?)
        case platformSignOnOvertaken(ProviderFilter?)
        /// A `setRequestor` begins.
        ///
        /// - `isOther`: whether the call is for another requestor, so that the running login ends.
        /// - `resourcesWait`: whether a resource waits for the running login.
        case configurationBegins(isOther: Bool, resourcesWait: Bool)
        case configurationSucceeded
        /// The app has logged the user out, which ends the login.
        case loggedOut
    }

    /// A login that is running.
    struct Attempt: Sendable, Hashable {
        /// The number of the login; answers to an earlier login carry another number and are ignored.
        let number: Int
        var stage: Stage
        /// Whether a selection began the login, without a `getAuthentication`.
        var isBegunBySelection = false
    }

    enum Stage: Sendable, Hashable {
        /// The app shows its picker, and the login waits for `setSelectedProvider`.
        case awaitingSelection
        /// The SDK fetches a registration code.
        case fetchingCode(mvpd: String)
        /// A browser is open; `code` is the registration code in its URL (3.0 and later).
        case awaitingExternalURL(mvpd: String, code: String?)
        /// The user logs in on a second screen.
        case onSecondScreen(mvpd: String)
        /// The SDK fetches the authN token.
        case fetchingToken(mvpd: String)
        /// The platform's own sign-on runs, and may show its picker.
        case atPlatform
        /// A new `setRequestor` interrupted the login, which restarts once that call has succeeded.
        case restarting(ProviderFilter?)
    }

    /// The maximum number of calls that wait for the running login; beyond it, a new call replaces the newest one.
    ///
    /// A single status then answers both calls. The app can't tell them apart, because `setAuthenticationStatus` names
    /// no call.
    static let laterLimit = 64

    private(set) var attempt: Attempt?
    /// The calls of `getAuthentication` that wait for the running login, oldest first; at most `laterLimit`.
    private(set) var later: [LoginCall] = []
    /// The MVPD for the next login: the app's selection, or the MVPD of an interrupted login; `nil` once a login uses
    /// it or fails.
    private(set) var selection: String?
    /// The data of `getAuthentication`, sent with the next login only.
    private(set) var data: [String: EntitlementValue]?
    private var lastNumber = 0

    mutating func handle(_ event: Event, in context: inout FlowContext) {
        switch event {
        case .checkAuthentication(let obstacle): check(obstacle: obstacle, &context)
        case .login(let call): logIn(call, &context)
        case .setSelectedProvider(let id): setSelectedProvider(id, &context)
        case .getSelectedProvider:
            context.emit(.selectedProvider(context.configuration?.provider(context.currentProviderID)))
        case .browserEnded(let url): browserEnded(at: url, &context)
        case .withdrawn: if attempt != nil { cancel(&context) }
        case .needed: if attempt == nil { begin(LoginCall(), &context) }
        case .answered(let step, let answer): receive(answer, to: step, &context)
        case .gotToken(let token): finish(token, &context)
        case .getsNoToken(let status): fail(status, &context)
        case .platformListsProvider(let provider): begin(at: provider, &context)
        case .platformHasNoLogin(let status):
            showPicker(&context)
            if let status { context.emit(.status(status)) }
        case .platformSignOnOvertaken(let filter): restartWhenConfigured(at: nil, filter: filter, &context)
        case .configurationBegins(let isOther, let resourcesWait):
            if isOther { abandon(resourcesWait: resourcesWait, &context) }
            data = nil
        case .configurationSucceeded:
            guard case .restarting(let filter)? = attempt?.stage else { return }
            attempt = nil
            // The data was dropped together with the configuration that it was meant for.
            logIn(LoginCall(isForced: true, filter: filter), &context)
        case .loggedOut:
            stop(&context)
            forgetArguments()
            later = []
        }
    }

    /// Whether the login waits for its browser to end at a redirect URL.
    var awaitsExternalURL: Bool { if case .awaitingExternalURL? = attempt?.stage { true } else { false } }

    // MARK: Changes to the state

    /// Continues the login at a stage; begins a new login if none is running.
    mutating func enter(_ stage: Stage) {
        if attempt == nil {
            lastNumber += 1
            attempt = Attempt(number: lastNumber, stage: stage)
        } else {
            attempt?.stage = stage
        }
    }

    /// Forgets the running login, so that outstanding answers to it are ignored.
    mutating func stop(_ context: inout FlowContext) {
        switch attempt?.stage {
        case .atPlatform: context.signal(.platformSignOnStops)
        case .onSecondScreen: context.signal(.secondScreenStops)
        default: break
        }
        attempt = nil
    }

    mutating func markAsBegunBySelection() { attempt?.isBegunBySelection = true }

    /// Remembers the selected MVPD for the next login; `nil` forgets it.
    mutating func choose(_ provider: String?) { selection = provider }

    /// Forgets the arguments of `getAuthentication` and `setSelectedProvider`.
    mutating func forgetArguments() {
        selection = nil
        data = nil
    }

    // MARK: Calls

    /// Logs in, unless the user is already logged in and the login isn't forced.
    ///
    /// A call during another login is handled when that login has ended.
    private mutating func logIn(_ call: LoginCall, _ context: inout FlowContext) {
        guard attempt == nil else {
            if later.count == Self.laterLimit {
                context.log(
                    .error, "getAuthentication: too many calls wait for the running login, so the last two end together"
                )
                later.removeLast()
            }
            return later.append(call)
        }
        if !call.isForced, case .valid(let token, _, let provider) = context.storedLogin() {
            return context.tellAuthenticated(token, at: provider, wasCached: true)
        }
        begin(call, &context)
    }

    /// Starts a login at the MVPD that the app selected, or else at the remembered MVPD, or else at one chosen in a
    /// picker.
    private mutating func begin(_ call: LoginCall, _ context: inout FlowContext) {
        data = call.data
        let configuration = context.configuration
        if let chosen = configuration?.provider(selection) { return begin(at: chosen, &context) }
        let remembered = context.rememberedProvider
        if let remembered, !context.bucket(remembered.id).isFromPlatform { return begin(at: remembered, &context) }
        if context.canSignOnAtPlatform(call.filter) {
            enter(.atPlatform)
            return context.signal(.platformSignOnBegins(call.filter))
        }
        if let remembered { return begin(at: remembered, &context) }
        showPicker(&context)
    }

    /// Asks the app to let the user choose an MVPD; the login fails if there is no MVPD to show.
    private mutating func showPicker(_ context: inout FlowContext) {
        guard let providers = context.configuration?.providers, !providers.isEmpty else {
            return fail(.authenticationFailed, &context)
        }
        enter(.awaitingSelection)
        context.emit(.displayProviderDialog(providers))
    }

    /// Handles the calls that waited for the login that has ended, until one of them begins another login.
    ///
    /// Without a configuration they are held like any other call.
    mutating func continueWithLaterCalls(_ context: inout FlowContext) {
        while attempt == nil, !later.isEmpty {
            let call = later.removeFirst()
            if context.isConfigured { logIn(call, &context) } else { context.signal(.hold(call.asCall)) }
        }
    }

    /// Abandons the login of the former requestor, because the app has set another one.
    ///
    /// The app is told that the login failed, unless only a selection began it and no resource waits for it. Resources
    /// that wait for the login are dropped. Calls of `getAuthentication` that wait for it are held for the next
    /// requestor.
    private mutating func abandon(resourcesWait: Bool, _ context: inout FlowContext) {
        let isAwaited = attempt.map { !$0.isBegunBySelection || resourcesWait } ?? false
        if attempt != nil { context.signal(.dropHeldSteps) }
        stop(&context)
        context.signal(.loginFailed)
        for call in later { context.signal(.hold(call.asCall)) }
        later = []
        if isAwaited { context.refuseAuthentication(GENERIC_AUTHENTICATION_ERROR, .authenticationFailed) }
        selection = nil
    }

    /// Schedules the restart, with the new configuration, of a login that a new `setRequestor` has interrupted.
    ///
    /// - Parameters:
    ///   - provider: the ID of the login's MVPD; `nil` if none was chosen yet.
    ///   - filter: the MVPDs for the platform's picker.
    mutating func restartWhenConfigured(
        at provider: String?, filter: ProviderFilter? = nil, _ context: inout FlowContext
    ) {
        stop(&context)
        if let provider { selection = provider }
        enter(.restarting(filter))
    }
}

/// The arguments of a `getAuthentication`.
struct LoginCall: Sendable, Hashable {
    var isForced = false
    var data: [String: EntitlementValue]?
    var filter: ProviderFilter?

    var asCall: EntitlementCall { .getAuthentication(force: isForced, data: data, filter: filter) }
}
