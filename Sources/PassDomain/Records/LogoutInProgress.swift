package import PassCore

/// A logout that waits for its MVPD's answer. The answer's `RelayState` carries `id`.
package struct LogoutInProgress: StoredRecord {
    package var id: SessionID
    package var mvpd: MVPDID
    /// The address to which the browser is finally sent; `nil` if the logout ends on the simulator's own page.
    package var redirectURL: String?
    package var request: MVPDRequest
    package var expires: Timestamp

    package var key: SessionID { id }
    package var byteCount: Int {
        id.rawValue.heapBytes + mvpd.rawValue.heapBytes + (redirectURL?.heapBytes ?? 0) + request.byteCount
    }

    package init(id: SessionID, mvpd: MVPDID, redirectURL: String?, request: MVPDRequest, expires: Timestamp) {
        self.id = id
        self.mvpd = mvpd
        self.redirectURL = redirectURL
        self.request = request
        self.expires = expires
    }
}

/// A request sent to an MVPD, and the address where its answer must arrive.
package struct MVPDRequest: Sendable, Hashable {
    /// The SAML request's `ID`. An OAuth 2.0 request doesn't carry this identifier, so the service uses it as a secret
    /// (see `MVPDCodeVerifier`).
    package var id: String
    /// The SAML entity identifier by which the MVPD knows the service.
    package var issuer: String
    /// The address where the MVPD must deliver its answer.
    package var answerURL: String

    var byteCount: Int { id.heapBytes + issuer.heapBytes + answerURL.heapBytes }

    package init(id: String, issuer: String, answerURL: String) {
        self.id = id
        self.issuer = issuer
        self.answerURL = answerURL
    }
}

extension LogoutInProgress {
    package static let kind = "logouts"

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        id = try reader.read("id")
        mvpd = try reader.read("mvpd")
        redirectURL = try reader.readIfPresent("redirectURL")
        request = try reader.read("request")
        expires = try reader.read("expiresMillis")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("id", id)
        writer.write("mvpd", mvpd)
        writer.write("redirectURL", redirectURL)
        writer.write("request", request)
        writer.write("expiresMillis", expires)
    }
}

extension MVPDRequest: SnapshotValue {
    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        id = try reader.read("id")
        issuer = try reader.read("issuer")
        answerURL = try reader.read("answerURL")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("id", id)
        writer.write("issuer", issuer)
        writer.write("answerURL", answerURL)
    }
}
