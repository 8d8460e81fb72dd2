/// An event that the machine handles.
package enum Input: Sendable {
    /// The SDK was created, and its store has to be checked in this way.
    case started(IntegrityCheckType)
    /// The app made a call.
    case call(EntitlementCall)
    /// The task of an `async` login was cancelled.
    case loginWithdrawn
    /// A request got its answer, or failed.
    case answered(RequestID, Answer)
    /// An alarm went off.
    case rang(AlarmName)
    /// A browsing session that the SDK started ended at this URL; `nil` when it ended elsewhere.
    case followed(BrowsingID, end: String?)
    /// The platform answered a question of the SDK.
    case platform(QuestionID, PlatformAnswer)
}

/// A call of the documented interface, with its arguments.
package enum EntitlementCall: Sendable {
    case setOptions([String: EntitlementValue])
    /// Configures the SDK for a requestor.
    ///
    /// - `isOnMain`: whether the app made the call on the main thread, as passive authentication requires.
    case setRequestor(RequestorSetting, isOnMain: Bool)
    case checkAuthentication
    case getAuthentication(force: Bool, data: [String: EntitlementValue]?, filter: ProviderFilter?)
    /// Selects the MVPD with that ID; `nil` cancels the login.
    case setSelectedProvider(String?)
    case getSelectedProvider
    /// Ends a login or a logout in a browser, with the URL where the browser ended.
    case handleExternalURL(String?)
    case checkAuthorization(ResourceRequest)
    case getAuthorization(ResourceRequest)
    /// Asks which resources the user may watch.
    ///
    /// - `resources`: the resources to ask about; `nil` is answered with an empty list.
    /// - `usesCache`: whether the last answer may be used again.
    case checkPreauthorizedResources([String]?, usesCache: Bool)
    case preauthorize(PreauthorizeRequest, CompletionID)
    case getMetadata([String: EntitlementValue])
    case logout
}

/// The arguments of `setRequestor`.
package struct RequestorSetting: Sendable, Hashable {
    package var requestor: String
    /// The requestor ID signed by the programmer; used before 3.0.
    package var signedRequestor: String?
    /// The service providers in the app's order; empty means the default one.
    package var serviceProviders: [String] = []
    /// The secret for the calls of the second screen (tvOS 2.x).
    ///
    /// No public source says what `secret` and `publicKey` sign, so neither is sent.
    package var secret: String?
    /// The public key that belongs to `secret`.
    package var publicKey: String?
}

/// The arguments of `checkAuthorization` and `getAuthorization`.
package struct ResourceRequest: Sendable, Hashable {
    /// The resource, an opaque text that is compared and passed on unchanged.
    package var resource: String
    /// The app's own data, passed through to the service.
    package var data: [String: EntitlementValue]?
}

/// The MVPDs that the platform's picker shows, as the app chose them.
package struct ProviderFilter: Sendable, Hashable {
    /// The IDs of the MVPDs to show, in order.
    package var shown: [String]
    /// The IDs of the MVPDs to feature.
    package var featured: [String]
}

/// The number of a request that the SDK sent.
package struct RequestID: Sendable, Hashable { package var number: Int }
/// The number of a browsing session that the SDK started.
package struct BrowsingID: Sendable, Hashable { package var number: Int }
/// The number of a question that the SDK asked the platform.
package struct QuestionID: Sendable, Hashable { package var number: Int }
/// The number of a `preauthorize` call, which tells which caller an answer belongs to.
package struct CompletionID: Sendable, Hashable { package var number: Int }

/// The outcome of a request.
package enum Answer: Sendable, Hashable {
    case response(TransportResponse)
    case failed(AccessEnabler.TransportError)
    /// No access token could be obtained, or the service refused the request even with a renewed token.
    case refused(AccessFailure)
}

/// The reason why a request has no valid access token.
package enum AccessFailure: Sendable, Hashable {
    /// The client couldn't be registered, or the service refused its registration (R400).
    case notRegistered
    /// The service gave no access token, or refused it (R401).
    case noAccessToken
    /// The transport failed while registering or renewing, or too many requests wait; the service refused nothing.
    case transport(AccessEnabler.TransportError)
}

/// The name of an alarm that wakes the machine.
package enum AlarmName: Sendable, Hashable {
    /// The next poll for a login on a second screen is due.
    case poll
    /// The registration code of a login on a second screen has expired.
    case registrationCodeExpiry
    /// Passive authentication has taken too long.
    case passiveTimeout
    /// The platform hasn't answered a question of `setRequestor` in time.
    case platformTimeout
}
