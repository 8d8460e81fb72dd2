/// The app's calls: they are held until the configuration has succeeded, or passed to their flow.
extension EntitlementMachine {
    /// Makes a call, or holds it until the configuration has succeeded.
    mutating func handle(_ call: EntitlementCall, for caller: WaitingCaller? = nil) {
        guard waitsForConfiguration(call) else { return dispatch(call) }
        guard let caller else { return hold(call) }
        guard configuration.isRunning, heldCalls.hold(call, for: caller) else { return refuse(call, of: caller) }
    }

    private mutating func dispatch(_ call: EntitlementCall) {
        switch call {
        case .setOptions(let options): self.options = options
        case .setRequestor(let setting, let isOnMain): setRequestor(setting, isOnMain: isOnMain)
        case .checkAuthentication:
            perform { $0.login.handle(.checkAuthentication(obstacle: $0.platformSignOn.obstacle), in: &$1) }
        case .getAuthentication(let force, let data, let filter):
            perform { $0.login.handle(.login(LoginCall(isForced: force, data: data, filter: filter)), in: &$1) }
        case .setSelectedProvider(let id): perform { $0.login.handle(.setSelectedProvider(id), in: &$1) }
        case .getSelectedProvider: perform { $0.login.handle(.getSelectedProvider, in: &$1) }
        case .handleExternalURL(let url): perform { $0.handleExternalURL(url, &$1) }
        case .checkAuthorization(let request):
            perform { $0.authorization.handle(.checkAuthorization(request), in: &$1) }
        case .getAuthorization(let request):
            perform { $0.authorization.handle(.getAuthorization(request), in: &$1) }
        case .checkPreauthorizedResources(let resources, let usesCache):
            perform {
                $0.preauthorization.handle(.checkPreauthorizedResources(resources, usesCache: usesCache), in: &$1)
            }
        case .preauthorize(let request, let completion):
            perform { $0.preauthorization.handle(.preauthorize(request, completion), in: &$1) }
        case .getMetadata(let arguments): perform { $0.metadata.handle(.getMetadata(arguments), in: &$1) }
        case .logout: logOut()
        }
    }

    /// Begins a configuration, and ends the flows and requests of the last one.
    private mutating func setRequestor(_ setting: RequestorSetting, isOnMain: Bool) {
        let keepsAccess = configuration.setting?.serviceProviders == setting.serviceProviders
        let isOther = configuration.requestor != setting.requestor
        let resourcesWait = !authorization.waiting.isEmpty
        perform { $0.login.handle(.configurationBegins(isOther: isOther, resourcesWait: resourcesWait), in: &$1) }
        perform { $0.passiveLogin.handle(.abandon, in: &$1) }
        perform { $0.platformSignOn.handle(.configurationBegins, in: &$1) }
        perform { $0.outbox.handle(.configurationSuperseded, in: &$1) }
        // A registration that is under way also serves the next setRequestor if that call asks the same service
        // providers.
        if outbox.waitingCount == 0, !keepsAccess { perform { $0.registration.handle(.abandoned, in: &$1) } }
        perform { $0.configuration.handle(.setRequestor(setting, isOnMain: isOnMain), in: &$1) }
    }

    /// Continues a login or logout whose browser has ended at the given URL.
    ///
    /// Apps of profiles before 3.0 call `getAuthenticationToken` instead, which is handled as this call with the
    /// redirect URL.
    private mutating func handleExternalURL(_ url: String?, _ context: inout FlowContext) {
        guard let url, context.canEndBrowser(url) else {
            return context.log(
                .error, "handleExternalURL: this URL doesn't end a login or a logout, so the call is ignored")
        }
        if login.awaitsExternalURL {
            login.handle(.browserEnded(url), in: &context)
        } else {
            logout.handle(.browserEnded, in: &context)
        }
    }

    /// Logs out, and ends a running login.
    ///
    /// The callback of the logout also answers the calls and resources that wait for the login.
    private mutating func logOut() {
        perform { machine, context in
            let stored = context.storedLogin()
            machine.login.handle(.loggedOut, in: &context)
            machine.authorization.handle(.loginFailed, in: &context)
            machine.logout.handle(.logout(stored), in: &context)
        }
    }

    // MARK: Calls that wait for the configuration

    /// Whether a call has to wait until the configuration has succeeded.
    ///
    /// Cancelling a running login doesn't wait, because it starts nothing.
    private func waitsForConfiguration(_ call: EntitlementCall) -> Bool {
        if configuration.isComplete || !call.waitsForConfiguration { return false }
        if case .setSelectedProvider(nil) = call { return login.attempt == nil }
        return true
    }

    /// Holds a call until a configuration succeeds, even a call of a kind that doesn't wait for the configuration.
    mutating func hold(_ call: EntitlementCall) {
        if !heldCalls.hold(call) { perform { $1.refuse(call) } }
    }

    /// Restarts the login that a new `setRequestor` interrupted, then makes the held calls, oldest first.
    mutating func makeHeldCalls() {
        let calls = heldCalls.takeAll()
        perform { $0.login.handle(.configurationSucceeded, in: &$1) }
        for held in calls {
            if let caller = held.caller, caller.isWithdrawn() {
                perform { $1.carryOut(.refuseCaller(caller.number)) }
            } else {
                handle(held.call)
            }
        }
    }

    /// Refuses the held calls of `async` functions, because there is no longer a configuration to wait for.
    mutating func refuseAsyncCalls() {
        for held in heldCalls.takeAsyncCalls() {
            if let caller = held.caller { refuse(held.call, of: caller) }
        }
    }

    private mutating func refuse(_ call: EntitlementCall, of caller: WaitingCaller) {
        perform { $1.carryOut(.refuseCaller(caller.number)) }
        // The user still gets logged out once there is a configuration, as with the documented call.
        if case .logout = call { return hold(.logout) }
        perform { $1.log(.error, "The call is ignored: call setRequestor first, and wait until it succeeds") }
    }
}

extension FlowContext {
    /// Answers a call with a failure, because the limit of held calls is reached.
    fileprivate mutating func refuse(_ call: EntitlementCall) {
        log(.error, "too many calls wait for setRequestor, so this one fails")
        switch call {
        case .checkAuthorization(let request), .getAuthorization(let request):
            refuseAuthorization(
                request, nil, GENERIC_AUTHORIZATION_ERROR, status: .authorizationFailed(request.resource))
        case .checkPreauthorizedResources:
            emit(.preauthorizedResources([]))
            emit(.status(.preauthorizationFailed))
        case .getMetadata(let arguments):
            let key = MetadataMachine.opcode(arguments) ?? METADATA_KEY_INVALID
            emit(.setMetadataStatus(nil, encrypted: false, forKey: key, andArguments: arguments))
        default: refuseAuthentication(GENERIC_AUTHENTICATION_ERROR, .authenticationFailed)
        }
    }
}
