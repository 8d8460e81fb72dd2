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
    package var redirectURIs: [ExactText]
    package var requestors: [RequestorID]

    /// An estimate of the memory of its texts and lists.
    var byteCount: Int {
        application.heapBytes + (clientName?.heapBytes ?? 0) + (version?.heapBytes ?? 0) + redirectURIs.heapBytes
            + requestors.lazy.map(\.rawValue).heapBytes
    }

    package init(
        application: String, clientName: String? = nil, version: String? = nil, redirectURIs: [ExactText] = [],
        requestors: [RequestorID] = []
    ) {
        self.application = application
        self.clientName = clientName
        self.version = version
        self.redirectURIs = redirectURIs
        self.requestors = requestors
    }

    /// Whether its application may speak for the requestor: a statement that lists none is any requestor's.
    package func covers(_ requestor: RequestorID) -> Bool {
        requestors.isEmpty || requestors.contains(requestor)
    }

    /// The application behind a statement that names none, and behind clients that were never registered here.
    package static let unnamed = SoftwareStatement(
        application: "00000000-0000-4000-8000-000000000000", clientName: "Unnamed application")
}

/// Why a software statement was not accepted (RFC 7591, section 3.2.2).
package enum StatementRefusal: Error, Hashable, Sendable {
    /// Of another form, or trusted and not valid now.
    case invalid
    /// Well-formed, but of another issuer, or signed by a key that isn't trusted.
    case unapproved
}
