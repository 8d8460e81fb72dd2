/// The service as an OAuth 2.0 MVPD knows it: one client for each requestor (recorded form: `adobepass-{requestor}`).
package struct MVPDClient: Sendable, Hashable {
    package var requestor: RequestorID

    private static let prefix = "adobepass-"

    package init(requestor: RequestorID) {
        self.requestor = requestor
    }

    /// Returns `nil` when the identifier isn't one of the service's clients.
    package init?(id: String) {
        guard id.hasPrefix(Self.prefix), id.utf8.count > Self.prefix.utf8.count else { return nil }
        requestor = RequestorID(rawValue: String(id.dropFirst(Self.prefix.count)))
    }

    /// The OAuth 2.0 client identifier, e.g. `adobepass-TEST_REQUESTOR`.
    package var id: String { Self.prefix + requestor.rawValue }
}

/// The part of an OAuth 2.0 MVPD's token response that the service keeps.
package struct MVPDCredential: Sendable, Hashable {
    /// The subscriber that the tokens belong to.
    package var subscriber: SubscriberID
    /// The MVPD's own identifier of the login.
    package var providerSession: String?
    /// Whether the MVPD recognized the subscriber by the home network (home-based authentication).
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

/// The reason why an OAuth 2.0 MVPD issues no tokens (RFC 6749, section 5.2), with a sentence for people.
package struct MVPDRefusal: Error, Sendable, Hashable {
    /// The error codes of RFC 6749, section 5.2, that the simulated MVPDs use.
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
