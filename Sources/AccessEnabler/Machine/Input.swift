/// What happened.
package enum Input: Sendable {
    /// The SDK was made, with that check of its store.
    case started(IntegrityCheckType)
    case call(EntitlementCall)
    case answered(RequestID, Answer)
    case rang(AlarmName)
    /// A browsing that the SDK asked for ended at that URL; `nil` when it ended elsewhere.
    case followed(BrowsingID, end: String?)
    /// The answer to a question that the SDK asked.
    case platform(QuestionID, PlatformAnswer)
}

/// One call of the documented surface.
package enum EntitlementCall: Sendable {
    case setOptions([String: EntitlementValue])
    case setRequestor(RequestorSetting, isOnMain: Bool)
    case checkAuthentication
    case getAuthentication(force: Bool, data: [String: EntitlementValue]?, filter: ProviderFilter?)
    case setSelectedProvider(String?)
    case getSelectedProvider
    case handleExternalURL(String?)
    case checkAuthorization(ResourceRequest)
    case getAuthorization(ResourceRequest)
    /// - `resources`: `nil` is answered with an empty list.
    case checkPreauthorizedResources([String]?, usesCache: Bool)
    case preauthorize(PreauthorizeRequest, CompletionID)
    case getMetadata([String: EntitlementValue])
    case logout
}

package struct RequestorSetting: Sendable, Hashable {
    package var requestor: String
    /// Before 3.0: the requestor ID signed by the programmer.
    package var signedRequestor: String?
    /// Empty means the default one.
    package var serviceProviders: [String] = []
    package var secret: String?
    package var publicKey: String?
}

package struct ResourceRequest: Sendable, Hashable {
    /// Opaque; compared and passed on as it is.
    package var resource: String
    package var data: [String: EntitlementValue]?
}

/// Which MVPDs the platform's picker shows.
package struct ProviderFilter: Sendable, Hashable {
    package var shown: [String]
    package var featured: [String]
}

package struct RequestID: Sendable, Hashable { package var number: Int }
package struct BrowsingID: Sendable, Hashable { package var number: Int }
package struct QuestionID: Sendable, Hashable { package var number: Int }
/// Which caller of `preauthorize` an answer belongs to.
package struct CompletionID: Sendable, Hashable { package var number: Int }

/// What became of a request.
package enum Answer: Sendable, Hashable {
    case response(TransportResponse)
    case failed(TransportError)
    /// It was never sent, because the client has no access token.
    case refused(AccessFailure)
}

/// Why there is no access token (R400, R401).
package enum AccessFailure: Sendable, Hashable {
    case notRegistered
    case noAccessToken
    /// Registering or renewing met the transport's failure, not the service's refusal.
    case transport(TransportError)
}

/// What wakes the machine.
package enum AlarmName: Sendable, Hashable {
    case poll
    case registrationCodeExpiry
    case passiveTimeout
    /// The platform doesn't answer a question of `setRequestor`.
    case platformTimeout
}
