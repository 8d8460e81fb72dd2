extension EntitlementMachine {
    /// Runs a call, or holds it until the configuration has succeeded.
    mutating func take(_ call: EntitlementCall) {
        if call.waitsForConfiguration, !state.configuration.isComplete {
            guard state.heldCalls.count < Self.heldCallLimit else { return refuse(call) }
            state.heldCalls.append(call)
            return
        }
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

    /// Runs the login that was overtaken, and the calls that were held, oldest first.
    mutating func drainHeldCalls() {
        let calls = state.heldCalls
        state.heldCalls = []
        if case .restarting(let filter) = state.authentication {
            state.authentication = .idle
            // The data went with the configuration that it was given under.
            take(.getAuthentication(force: true, data: nil, filter: filter))
        }
        for call in calls { take(call) }
    }

    /// Keeps a call until the configuration that has just begun has succeeded, though it isn't one that waits by itself.
    ///
    /// Of selections and of browsers' ends the newest counts.
    mutating func hold(_ call: EntitlementCall) {
        switch call {
        case .setSelectedProvider:
            state.heldCalls.removeAll { if case .setSelectedProvider = $0 { true } else { false } }
        case .handleExternalURL: state.heldCalls.removeAll { if case .handleExternalURL = $0 { true } else { false } }
        default: break
        }
        state.heldCalls.append(call)
    }

    /// Forgets what was held for the login that ran.
    mutating func dropHeldSteps() {
        state.heldCalls.removeAll { call in
            switch call {
            case .setSelectedProvider, .handleExternalURL: true
            default: false
            }
        }
    }

    /// Answers a call that there is no room for as one that failed; it isn't held, so nothing is to be waited for.
    private mutating func refuse(_ call: EntitlementCall) {
        log(.error, "too many calls wait for setRequestor to succeed, this one fails")
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

    /// More than an app calls before it has seen that nothing answers.
    static let heldCallLimit = 256
}

extension EntitlementCall {
    /// The documented list of calls that may come before the configuration has ended ("iOS/tvOS cookbook").
    var waitsForConfiguration: Bool {
        switch self {
        case .checkAuthentication, .checkAuthorization, .getAuthentication, .getAuthorization,
            .checkPreauthorizedResources, .getMetadata, .logout:
            true
        case .setOptions, .setRequestor, .setSelectedProvider, .getSelectedProvider, .handleExternalURL,
            .preauthorize:
            false
        }
    }
}
