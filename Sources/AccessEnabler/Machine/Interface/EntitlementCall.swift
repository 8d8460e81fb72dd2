/// A call of the documented interface, with its arguments.
enum EntitlementCall: Sendable {
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
struct RequestorSetting: Sendable, Hashable {
    var requestor: String
    /// The requestor ID signed by the programmer; used before 3.0.
    var signedRequestor: String?
    /// The service providers in the app's order; empty means the default one.
    var serviceProviders: [String] = []
    /// The secret for the calls of the second screen (tvOS 2.x).
    ///
    /// No public source says what `secret` and `publicKey` sign, so neither is sent.
    var secret: String?
    /// The public key that belongs to `secret`.
    var publicKey: String?
}

/// The arguments of `checkAuthorization` and `getAuthorization`.
struct ResourceRequest: Sendable, Hashable {
    /// The resource, an opaque text that is compared and passed on unchanged.
    var resource: String
    /// The app's own data, passed through to the service.
    var data: [String: EntitlementValue]?
}

/// The MVPDs that the platform's picker shows, as the app chose them.
struct ProviderFilter: Sendable, Hashable {
    /// The IDs of the MVPDs to show, in order.
    var shown: [String]
    /// The IDs of the MVPDs to feature.
    var featured: [String]
}

extension EntitlementCall {
    /// Whether the call is held until the configuration has succeeded.
    ///
    /// An app may make all documented calls of authentication and authorization before `setRequestor` has ended; the
    /// SDK holds them ("iOS/tvOS SDK overview", setRequestor).
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
