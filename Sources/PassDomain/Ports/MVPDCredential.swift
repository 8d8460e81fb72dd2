/// The service as an OAuth 2.0 MVPD knows it: a client for each requestor (recorded form: `adobepass-{requestor}`).
package struct ProviderClient: Sendable, Hashable {
    package var requestor: RequestorID

    private static let prefix = "adobepass-"

    package init(requestor: RequestorID) {
        self.requestor = requestor
    }

    /// `nil` for a client that isn't the service's.
    package init?(id: String) {
        guard id.hasPrefix(Self.prefix), id.utf8.count > Self.prefix.utf8.count else { return nil }
        requestor = RequestorID(rawValue: String(id.dropFirst(Self.prefix.count)))
    }

    package var id: String { Self.prefix + requestor.rawValue }
}

/// What an OAuth 2.0 MVPD gives for a code or a refresh token, as far as the service keeps it.
package struct ProviderCredential: Sendable, Hashable {
    package var subscriber: SubscriberID
    /// The MVPD's own name for the login.
    package var providerSession: String?
    /// Whether the subscriber was known by the home network.
    package var isHomeBased: Bool
    package var refreshToken: String

    package init(
        subscriber: SubscriberID, providerSession: String?, isHomeBased: Bool = false, refreshToken: String
    ) {
        self.subscriber = subscriber
        self.providerSession = providerSession
        self.isHomeBased = isHomeBased
        self.refreshToken = refreshToken
    }
}

/// Why an OAuth 2.0 MVPD gives no tokens (RFC 6749, section 5.2), with a sentence for people.
package struct ProviderRefusal: Error, Sendable, Hashable {
    package enum Code: String, Sendable, CaseIterable {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case invalidScope = "invalid_scope"
        case unsupportedGrantType = "unsupported_grant_type"
    }

    package var code: Code
    package var sentence: String

    package init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }
}
