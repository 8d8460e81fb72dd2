/// Whether a media token may start a stream, by the names of the vendor's verifier library; the last two are ours.
public enum MediaTokenValidity: String, Sendable, CaseIterable {
    case validToken = "VALID_TOKEN"
    case invalidTokenFormat = "INVALID_TOKEN_FORMAT"
    case invalidSignature = "INVALID_SIGNATURE"
    case tokenExpired = "TOKEN_EXPIRED"
    case invalidResourceID = "INVALID_RESOURCE_ID"
    /// It couldn't be judged: the World holds as many records as it may.
    case errorUnknown = "ERROR_UNKNOWN"
    /// Good, but of another requestor than the one that was asked for.
    case invalidRequestorID = "INVALID_REQUESTOR_ID"
    /// It was presented before; only a World can tell.
    case alreadyUsed = "TOKEN_ALREADY_USED"
}

/// What a check of a media token found.
public struct MediaTokenVerdict: Sendable, Hashable {
    public var validity: MediaTokenValidity
    /// What the token says; `nil` when it can't be read or its signature isn't good.
    public var token: MediaTokenContents?

    package init(validity: MediaTokenValidity, token: MediaTokenContents?) {
        self.validity = validity
        self.token = token
    }

    /// Whether it may start a stream.
    public var isValid: Bool { validity == .validToken }
}

/// What a media token says, by the getters of the vendor's verifier library.
public struct MediaTokenContents: Sendable, Hashable {
    /// The hash of the authentication's GUID, as `sendTrackingData` gives it too.
    public var sessionGUID: String
    public var requestorID: String
    /// An identifier, or an MRSS document.
    public var resourceID: String
    public var mvpdID: String
    /// The MVPD behind which `mvpdID` stands.
    public var proxyMVPDID: String?
    /// Since 1970-01-01T00:00:00Z.
    public var issuedMillis: Int64
    /// Since 1970-01-01T00:00:00Z.
    public var expiresMillis: Int64

    package init(
        sessionGUID: String, requestorID: String, resourceID: String, mvpdID: String, proxyMVPDID: String?,
        issuedMillis: Int64, expiresMillis: Int64
    ) {
        self.sessionGUID = sessionGUID
        self.requestorID = requestorID
        self.resourceID = resourceID
        self.mvpdID = mvpdID
        self.proxyMVPDID = proxyMVPDID
        self.issuedMillis = issuedMillis
        self.expiresMillis = expiresMillis
    }

    /// How long it lives.
    public var ttlMillis: Int64 { expiresMillis - issuedMillis }
}
