extension EntitlementMachine {
    /// Runs a call, or holds it until the configuration has succeeded.
    mutating func take(_ call: EntitlementCall) {
        if waitsForConfiguration(call) { return hold(call) }
        switch call {
        case .setOptions(let options): state.options = options
        case .setRequestor(let setting, let isOnMain): setRequestor(setting, isOnMain: isOnMain)
        case .checkAuthentication: checkAuthentication()
        case .getAuthentication: getAuthentication(call)
        case .setSelectedProvider(let id): setSelectedProvider(id)
        case .getSelectedProvider: getSelectedProvider()
        case .handleExternalURL(let url): handleExternalURL(url)
        case .checkAuthorization(let request): checkAuthorization(request)
        case .getAuthorization(let request): getAuthorization(request)
        case .checkPreauthorizedResources(let resources, let usesCache):
            checkPreauthorizedResources(resources, usesCache: usesCache)
        case .preauthorize(let request, let completion): preauthorize(request, completion)
        case .getMetadata(let arguments): getMetadata(arguments)
        case .logout: logout()
        }
    }

    /// Restarts the login that a new `setRequestor` interrupted, then runs the held calls, oldest first.
    mutating func drainHeldCalls() {
        let calls = state.heldCalls
        state.heldCalls = []
        if case .restarting(let filter) = state.authentication {
            state.authentication = .idle
            // The data was dropped together with the configuration that it was meant for.
            take(.getAuthentication(force: true, data: nil, filter: filter))
        }
        for call in calls { take(call) }
    }

    /// Whether a call has to wait until the configuration has succeeded.
    ///
    /// Cancelling a login that is running doesn't wait: it starts nothing.
    private func waitsForConfiguration(_ call: EntitlementCall) -> Bool {
        if state.configuration.isComplete || !call.waitsForConfiguration { return false }
        if case .setSelectedProvider(nil) = call { return state.authentication == .idle }
        return true
    }

    /// Holds a call until a configuration succeeds, even one that wouldn't wait by itself.
    ///
    /// A selection takes the place of one that was held right before it, and a browser's URL that of any other.
    mutating func hold(_ call: EntitlementCall) {
        switch (call, state.heldCalls.last) {
        case (.setSelectedProvider(.some), .setSelectedProvider(.some)): state.heldCalls.removeLast()
        case (.handleExternalURL, _):
            state.heldCalls.removeAll { if case .handleExternalURL = $0 { true } else { false } }
        default: break
        }
        guard state.heldCalls.count < Self.heldCallLimit else { return refuse(call) }
        state.heldCalls.append(call)
    }

    /// Drops the held selection and the held browser URL, which belong to the login that ran.
    mutating func dropHeldSteps() {
        state.heldCalls.removeAll { call in
            switch call {
            case .setSelectedProvider, .handleExternalURL: true
            default: false
            }
        }
    }

    /// Answers a call with a failure, because too many calls are held already.
    ///
    /// The call isn't held, so its callers don't have to wait.
    private mutating func refuse(_ call: EntitlementCall) {
        log(.error, "too many calls wait for setRequestor, so this one fails")
        switch call {
        case .checkAuthorization(let request), .getAuthorization(let request):
            refuse(request, nil, GENERIC_AUTHORIZATION_ERROR, status: .authorizationFailed(request.resource))
        case .checkPreauthorizedResources:
            emit(.preauthorizedResources([]))
            emit(.status(.preauthorizationFailed))
        case .getMetadata(let arguments):
            let key = opcode(arguments) ?? METADATA_KEY_INVALID
            emit(.setMetadataStatus(nil, encrypted: false, forKey: key, andArguments: arguments))
        default: refuseAuthentication(GENERIC_AUTHENTICATION_ERROR, .authenticationFailed)
        }
    }

    /// The largest number of calls that are held.
    ///
    /// An app makes fewer calls before it notices that it gets no answers.
    static let heldCallLimit = 256
}

extension EntitlementCall {
    /// Whether the call is held until the configuration has succeeded.
    ///
    /// These are the documented calls that an app may make before the configuration has ended: all of authentication and
    /// authorization ("iOS/tvOS SDK overview", setRequestor).
    var waitsForConfiguration: Bool {
        switch self {
        case .checkAuthentication, .checkAuthorization, .getAuthentication, .getAuthorization,
            .setSelectedProvider, .checkPreauthorizedResources, .getMetadata, .logout:
            true
        case .setOptions, .setRequestor, .getSelectedProvider, .handleExternalURL, .preauthorize:
            false
        }
    }
}
