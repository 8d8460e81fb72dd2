import PassCore

/// The display name of an element or claim, and its role in the token as a whole.
struct TokenFieldName {
    var label: String
    var role: Role?
    var isOpaque = false

    /// The meaning of a field for the token as a whole.
    enum Role {
        case requestor, resource, mvpd, fingerprint, issued, start, expires
        /// A TTL in the unit that the case names.
        case seconds, milliseconds
    }

    private init(_ label: String, _ role: Role? = nil, isOpaque: Bool = false) {
        self.label = label
        self.role = role
        self.isOpaque = isOpaque
    }

    /// Returns the display name and role of an element. An unknown element is displayed under its own name.
    static func element(_ name: String, in kind: InspectedToken.Kind) -> TokenFieldName {
        (kind == .media ? mediaElements : proofElements)[ExactText(name)] ?? TokenFieldName(name)
    }

    /// Returns the display name and role of a claim. An unknown claim is displayed under its own name.
    static func claim(_ name: String) -> TokenFieldName {
        claims[ExactText(name)] ?? TokenFieldName(name)
    }

    private static let proofElements: [ExactText: TokenFieldName] = [
        "simpleTokenAuthenticationGuid": .init("Authentication GUID"),
        "simpleSamlSessionIndex": .init("SAML session index", isOpaque: true),
        "simpleTokenRequestorID": .init("Requestor", .requestor),
        "simpleTokenDomainName": .init("Domain"),
        "simpleTokenExpires": .init("Expires", .expires),
        "simpleTokenResourceID": .init("Resource", .resource),
        "simpleTokenTTL": .init("Expires", .expires),
        "simpleTokenMsoID": .init("MVPD", .mvpd),
        "simpleTokenFingerprint": .init("Device fingerprint", .fingerprint, isOpaque: true),
        "simpleTokenBrowserInfo": .init("Browser (SHA-1)"),
        "simpleTokenPlatformInfo": .init("Platform (SHA-1)"),
        "simpleTokenVendorInfo": .init("Vendor (SHA-1)"),
        "simpleTokenIpAddr": .init("IP address (SHA-1)"),
        "simpleSamlNameID": .init("SAML name ID", isOpaque: true),
        "ttl": .init("Time to live", .seconds),
        "simpleTokenSubMvpdID": .init("Proxied MVPD"),
        "simpleTransientPartOfGuid": .init("Transient GUID part"),
        "simpleAuthorizedResource": .init("Authorized resource"),
        "zAll": .init("AuthZ-all"),
    ]

    private static let mediaElements: [ExactText: TokenFieldName] = [
        "sessionGUID": .init("Session GUID"),
        "requestorID": .init("Requestor", .requestor),
        "resourceID": .init("Resource", .resource),
        "ttl": .init("Time to live", .milliseconds),
        "issueTime": .init("Issued", .issued),
        "mvpdId": .init("MVPD", .mvpd),
        "proxyMvpdId": .init("Proxy MVPD"),
    ]

    private static let claims: [ExactText: TokenFieldName] = [
        "alg": .init("Algorithm"),
        "typ": .init("Type"),
        "kid": .init("Key ID"),
        "iss": .init("Issuer"),
        "sub": .init("Subject"),
        "aud": .init("Audience"),
        "iat": .init("Issued", .issued),
        "nbf": .init("Valid from", .start),
        "exp": .init("Expires", .expires),
        "jti": .init("Token ID"),
        "scopes": .init("Scopes"),
        "client_name": .init("Client name"),
        "software_id": .init("Software ID"),
        "software_version": .init("Software version"),
        "redirect_uris": .init("Redirect URIs"),
    ]
}
