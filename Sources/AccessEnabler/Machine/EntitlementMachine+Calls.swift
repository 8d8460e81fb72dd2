extension EntitlementMachine {
    /// Runs a call, or holds it until the configuration has succeeded.
    mutating func take(_ call: EntitlementCall) {
        if call.waitsForConfiguration, !state.configuration.isComplete {
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

    /// Runs the calls that were held, oldest first.
    mutating func drainHeldCalls() {
        let calls = state.heldCalls
        state.heldCalls = []
        for call in calls { take(call) }
    }
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
