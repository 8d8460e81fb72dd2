import PassCore

/// The documented calls as `async` functions.
///
/// A callback doesn't name the call that it answers. Calls that could take each other's answers are therefore made one
/// at a time. The delegates also get the callbacks. If an app makes documented calls of the same kind in the meantime,
/// their answers may end an `async` call.
///
/// While a configuration is under way, most of the functions wait for it, like the documented calls. If there is none,
/// or if it fails, they end at once without making the call, unlike the documented calls; each function says how it
/// ends. A call that finds 256 others waiting ends the same way.
extension AccessEnabler {
    /// Fetches a requestor's configuration, and returns after `setRequestorComplete(1)`. Call it on the main actor.
    ///
    /// The function runs on its caller's actor, because the SDK checks whether `setRequestor` was called on the main
    /// thread.
    ///
    /// - Parameters:
    ///   - requestor: the requestor's ID.
    ///   - serviceProviders: addresses such as `sp.example/adobe-services`; an empty list means the default one.
    /// - Throws: `configurationFailed`; `unknownCall`; `superseded` when a newer `setRequestor` began; `cancelled` when
    ///   the task was cancelled, in which case the configuration itself continues.
    public nonisolated(nonsending) func configure(
        requestor: String, serviceProviders: [String] = []
    ) async throws(AccessEnablerError) {
        // The check precedes every suspension, because it has to run on the caller's thread.
        let isOnMain = platform.mainExecutor.isCurrent()
        guard knows(serviceProviders.isEmpty ? .setRequestor : .setRequestorServiceProviders) else {
            throw .unknownCall(profile.version)
        }
        let told = Guarded<[AdvancedStatus]>([])
        let setting = RequestorSetting(requestor: requestor, serviceProviders: serviceProviders)
        let result = await answer(to: .setRequestor(setting, isOnMain: isOnMain)) {
            (occurrence) -> Result<Void, AccessEnablerError>? in
            switch occurrence {
            case .event(.setRequestorComplete(ACCESS_ENABLER_STATUS_SUCCESS), _): return .success(())
            case .event(.setRequestorComplete, _): return .failure(.configurationFailed(told.withLock { $0 }))
            case .newConfiguration: return .failure(.superseded)
            case .event(.status(let status), _):
                told.withLock { $0.append(status) }
                return nil
            case .event, .notConfigured: return nil
            }
        }
        guard let result else { throw .cancelled }
        try result.get()
    }

    /// Returns whether the user is logged in.
    ///
    /// The next `setAuthenticationStatus` answers every waiting caller.
    ///
    /// - Returns: the status; `notAuthenticated` also when the task was cancelled; `notConfigured` without a
    ///   configuration.
    public func authenticationStatus() async -> AuthenticationStatus {
        await answer(to: .checkAuthentication) { occurrence in
            switch occurrence {
            case .event(.setAuthenticationStatus(let status, let code), _):
                AuthenticationStatus(status, errorCode: code)
            case .notConfigured: .notConfigured
            case .event, .newConfiguration: nil
            }
        } ?? .notAuthenticated(errorCode: USER_NOT_AUTHENTICATED_ERROR)
    }

    /// Returns a media token for one stream, by `checkAuthorization`; starts no login.
    ///
    /// - Parameters:
    ///   - resource: the resource's identifier, or MRSS.
    ///   - data: the data passed through to the service (1.9 and later).
    /// - Throws: `notAuthenticated`, `notAuthorized`, `notConfigured`, `unknownCall`, `cancelled`.
    public func mediaToken(
        for resource: String, data: [String: EntitlementValue]? = nil
    ) async throws(AccessEnablerError) -> String {
        if data != nil, !knows(.checkAuthorizationData) { throw .unknownCall(profile.version) }
        let call = EntitlementCall.checkAuthorization(ResourceRequest(resource: resource, data: data))
        let result = await answer(in: .token(resource: resource), to: call) {
            (occurrence) -> Result<String, AccessEnablerError>? in
            switch occurrence {
            case .event(.setToken(let token, forResource: resource), _): .success(token)
            case .event(.tokenRequestFailed(resource, USER_NOT_AUTHENTICATED_ERROR, _), _):
                .failure(.notAuthenticated(errorCode: USER_NOT_AUTHENTICATED_ERROR))
            case .event(.tokenRequestFailed(resource, let code, let description), _):
                .failure(.notAuthorized(errorCode: code, description: description))
            case .notConfigured: .failure(.notConfigured)
            default: nil
            }
        }
        guard let result else { throw .cancelled }
        return try result.get()
    }

    /// Returns those of the resources that the user can probably watch.
    ///
    /// The list is empty without a configuration, when the profile doesn't have the call, and when the task was
    /// cancelled.
    ///
    /// - Parameter cache: whether a stored answer about the same resources may be used; `false` needs 3.1.
    public func preauthorized(_ resources: [String], cache: Bool = true) async -> [String] {
        guard knows(cache ? .checkPreauthorizedResources : .checkPreauthorizedResourcesCache) else { return [] }
        return await answer(
            in: .preauthorized, to: .checkPreauthorizedResources(resources, usesCache: cache)
        ) { occurrence in
            switch occurrence {
            case .event(.preauthorizedResources(let allowed), _): allowed
            case .notConfigured: []
            case .event, .newConfiguration: nil
            }
        } ?? []
    }

    /// Returns a decision on each resource, with the reason for each refusal; doesn't wait for the configuration. Since
    /// 3.6.
    ///
    /// - Throws: `preauthorizationFailed` when the SDK could not ask or got no usable answer; `unknownCall`;
    ///   `cancelled`.
    public func preauthorize(_ request: PreauthorizeRequest) async throws(AccessEnablerError) -> PreauthorizeResponse {
        guard knows(.preauthorize) else { throw .unknownCall(profile.version) }
        let promise = Promise<Result<PreauthorizeResponse, AccessEnablerError>>()
        let result = await withTaskCancellationHandler {
            let callback = AccessEnablerCallback<PreauthorizeResponse> {
                promise.give(.success($0))
            } onFailure: {
                promise.give(.failure(.preauthorizationFailed($0.status)))
            }
            driver.post(.preauthorize(request, callback))
            return await promise.value
        } onCancel: {
            promise.give(.failure(.cancelled))
        }
        return try result.get()
    }

    /// Returns metadata of the login, the device or the user.
    ///
    /// - Returns: the value; `nil` when there is none, without a configuration, or when the task was cancelled.
    public func metadata(_ request: MetadataRequest) async -> EntitlementValue? {
        let arguments = request.arguments
        let answer = await answer(in: .metadata(arguments), to: .getMetadata(arguments)) {
            (occurrence) -> EntitlementValue?? in
            switch occurrence {
            case .event(.setMetadataStatus(let value, _, _, arguments), _): return .some(value)
            case .notConfigured: return .some(nil)
            case .event, .newConfiguration: return nil
            }
        }
        return answer ?? nil
    }

    /// Returns the current MVPD; `nil` when there is none or when the task was cancelled.
    ///
    /// The next `selectedProvider` answers every waiting caller.
    public func selectedProvider() async -> MVPD? {
        let answer = await answer(to: .getSelectedProvider) { (occurrence) -> MVPD?? in
            guard case .event(.selectedProvider(let mvpd), _) = occurrence else { return nil }
            return .some(mvpd)
        }
        return answer ?? nil
    }
}
