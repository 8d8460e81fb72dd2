import PassCore

/// The documented calls as `async` functions.
///
/// A callback doesn't name the call that it answers. So of several callers that ask the same thing only one asks at a time; the
/// delegates get the callbacks as well. An app that makes the documented calls of the same kind at the same time may see an answer to those
/// end an `async` call. While a configuration is under way most of them wait, as the documented calls do. Where none is, or when it fails,
/// they end at once and are not made, unlike the documented calls: each says how. So ends one that finds 256 of them waiting.
extension AccessEnabler {
    /// Configures; returns after `setRequestorComplete(1)`. Call it on the main actor: it begins where its caller is.
    ///
    /// - Parameter serviceProviders: none means the default one.
    /// - Throws: `configurationFailed`; `superseded` when a newer `setRequestor` began, and `cancelled`: the configuration itself goes on.
    public nonisolated(nonsending) func configure(
        requestor: String, serviceProviders: [String] = []
    ) async throws(AccessEnablerError) {
        // Asked before anything waits: the caller's thread counts.
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

    /// Whether the user is logged in. The next `setAuthenticationStatus` answers every caller.
    ///
    /// - Returns: `notAuthenticated` too when the task was cancelled; `notConfigured` without a configuration.
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

    /// A media token for one stream, by `checkAuthorization`: it starts no login.
    ///
    /// - Parameters:
    ///   - resource: its identifier, or MRSS.
    ///   - data: passed through to the service (1.9 and later).
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

    /// Which of these the user may probably watch.
    ///
    /// None without a configuration, when the profile doesn't know the call, and when the task was cancelled.
    ///
    /// - Parameter cache: whether the last answer will do; `false` from 3.1 on.
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

    /// Asks the same with the reasons; it doesn't wait for the configuration. Since 3.6.
    ///
    /// - Throws: `preauthorizationFailed` when the service didn't answer, `unknownCall`, `cancelled`.
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

    /// What is known of the login; `nil` when there is none, without a configuration, or when the task was cancelled.
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

    /// The current MVPD; `nil` when there is none, or the task was cancelled. The next `selectedProvider` answers every caller.
    public func selectedProvider() async -> MVPD? {
        let answer = await answer(to: .getSelectedProvider) { (occurrence) -> MVPD?? in
            guard case .event(.selectedProvider(let mvpd), _) = occurrence else { return nil }
            return .some(mvpd)
        }
        return answer ?? nil
    }
}
