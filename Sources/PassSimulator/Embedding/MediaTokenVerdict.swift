/// The reasons why a media token may or may not start a stream.
///
/// The names are those of the vendor's verifier library; the last two are the simulator's own.
public enum MediaTokenValidity: String, Sendable, CaseIterable {
    case validToken = "VALID_TOKEN"
    case invalidTokenFormat = "INVALID_TOKEN_FORMAT"
    case invalidSignature = "INVALID_SIGNATURE"
    case tokenExpired = "TOKEN_EXPIRED"
    case invalidResourceID = "INVALID_RESOURCE_ID"
    /// The token couldn't be checked, because the World has reached its limit of records.
    case errorUnknown = "ERROR_UNKNOWN"
    /// The token is valid, but belongs to a requestor other than the expected one.
    case invalidRequestorID = "INVALID_REQUESTOR_ID"
    /// The token was presented before; only a World can tell.
    case alreadyUsed = "TOKEN_ALREADY_USED"
}

/// The result of checking a media token.
public struct MediaTokenVerdict: Sendable, Hashable {
    /// The outcome of the check.
    public var validity: MediaTokenValidity
    /// The token's contents; `nil` when the token can't be read or its signature isn't valid.
    public var token: MediaTokenContents?

    package init(validity: MediaTokenValidity, token: MediaTokenContents?) {
        self.validity = validity
        self.token = token
    }

    /// Whether the token may start a stream.
    public var isValid: Bool { validity == .validToken }
}

/// The contents of a media token, with the names of the getters in the vendor's verifier library.
public struct MediaTokenContents: Sendable, Hashable {
    /// The hash of the authentication's GUID; `sendTrackingData` gives the same hash.
    public var sessionGUID: String
    /// The ID of the requestor that asked for the token.
    public var requestorID: String
    /// The resource's identifier, or an MRSS document.
    public var resourceID: String
    /// The ID of the subscriber's MVPD.
    public var mvpdID: String
    /// The ID of the MVPD that is the proxy of `mvpdID`; `nil` when there is none.
    public var proxyMVPDID: String?
    /// The time of issue, in milliseconds since 1970-01-01T00:00:00Z.
    public var issuedMillis: Int64
    /// The time of expiry, in milliseconds since 1970-01-01T00:00:00Z.
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

    /// The token's time to live, in milliseconds.
    public var ttlMillis: Int64 { expiresMillis - issuedMillis }
}
