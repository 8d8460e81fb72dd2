package import PassCore

/// A logout that waits for its MVPD's answer; the answer's `RelayState` names it.
package struct PendingLogout: StoredRecord {
    package var id: SessionID
    package var mvpd: MVPDID
    package var redirectURL: String?
    package var request: ProviderRequest
    package var expires: Timestamp

    package var key: SessionID { id }
    package var byteCount: Int {
        id.rawValue.heapBytes + mvpd.rawValue.heapBytes + (redirectURL?.heapBytes ?? 0) + request.byteCount
    }

    package init(id: SessionID, mvpd: MVPDID, redirectURL: String?, request: ProviderRequest, expires: Timestamp) {
        self.id = id
        self.mvpd = mvpd
        self.redirectURL = redirectURL
        self.request = request
        self.expires = expires
    }
}

/// What an MVPD was asked, and where its answer must arrive.
package struct ProviderRequest: Sendable, Hashable {
    /// The SAML request's `ID`.
    package var id: String
    /// The service as the MVPD knows it: its SAML entity identifier.
    package var issuer: String
    /// Where the answer is delivered.
    package var answerURL: String

    var byteCount: Int { id.heapBytes + issuer.heapBytes + answerURL.heapBytes }

    package init(id: String, issuer: String, answerURL: String) {
        self.id = id
        self.issuer = issuer
        self.answerURL = answerURL
    }
}
