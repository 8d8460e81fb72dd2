package import PassCore

/// What a registered client presents as its bearer: an RS256 JWT on the wire.
package struct AccessToken: Sendable, Hashable {
    package var id: String
    package var client: ClientID
    package var scopes: [String]
    package var issued: Timestamp
    package var expires: Timestamp

    package init(id: String, client: ClientID, scopes: [String], issued: Timestamp, expires: Timestamp) {
        self.id = id
        self.client = client
        self.scopes = scopes
        self.issued = issued.wholeSecond
        self.expires = expires.wholeSecond
    }
}

/// What a software statement says of an app (RFC 7591, section 2.3).
package struct SoftwareStatement: Sendable, Hashable {
    /// The registered application's identifier (`sub`).
    package var application: String
    package var clientName: String?
    /// The application's own version (`software_version`).
    package var version: String?
    package var redirectURIs: [String]
    package var requestors: [RequestorID]

    package init(
        application: String, clientName: String? = nil, version: String? = nil, redirectURIs: [String] = [],
        requestors: [RequestorID] = []
    ) {
        self.application = application
        self.clientName = clientName
        self.version = version
        self.redirectURIs = redirectURIs
        self.requestors = requestors
    }

    /// The application behind a statement that names none, and behind clients that were never registered here.
    package static let unnamed = SoftwareStatement(
        application: "00000000-0000-4000-8000-000000000000", clientName: "Unnamed application")
}
