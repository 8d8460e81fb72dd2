package import PassCore

/// The bearer token that a registered client presents: an RS256 JWT on the wire.
///
/// A token never changes, and each call of a registered client needs one, so it is passed by reference.
package final class AccessToken: Sendable, Equatable {
    package let id: String
    package let client: ClientID
    package let scopes: [String]
    package let issued: Timestamp
    package let expires: Timestamp

    package init(id: String, client: ClientID, scopes: [String], issued: Timestamp, expires: Timestamp) {
        self.id = id
        self.client = client
        self.scopes = scopes
        self.issued = issued.wholeSecond
        self.expires = expires.wholeSecond
    }

    package static func == (left: AccessToken, right: AccessToken) -> Bool {
        left === right
            || (left.id, left.client, left.scopes) == (right.id, right.client, right.scopes)
                && (left.issued, left.expires) == (right.issued, right.expires)
    }
}

/// The contents of an app's software statement (RFC 7591, section 2.3).
///
/// A statement never changes, and each call of a registered client needs one, so it is passed by reference.
package final class SoftwareStatement: Sendable, Hashable {
    /// The registered application's identifier (`sub`).
    package let application: String
    package let clientName: String?
    /// The application's own version (`software_version`).
    package let version: String?
    package let redirectURIs: [ExactText]
    package let requestors: [RequestorID]
    /// The scopes that the application may use; empty means the default scopes.
    package let scopes: [String]
    /// The grant types that the application may use; empty means all supported types.
    package let grantTypes: [String]

    /// An estimate of the memory that the statement's texts and lists take.
    var byteCount: Int {
        application.heapBytes + (clientName?.heapBytes ?? 0) + (version?.heapBytes ?? 0) + redirectURIs.heapBytes
            + requestors.lazy.map(\.rawValue).heapBytes + scopes.heapBytes + grantTypes.heapBytes
    }

    package init(
        application: String, clientName: String? = nil, version: String? = nil, redirectURIs: [ExactText] = [],
        requestors: [RequestorID] = [], scopes: [String] = [], grantTypes: [String] = []
    ) {
        self.application = application
        self.clientName = clientName
        self.version = version
        self.redirectURIs = redirectURIs
        self.requestors = requestors
        self.scopes = scopes
        self.grantTypes = grantTypes
    }

    package static func == (left: SoftwareStatement, right: SoftwareStatement) -> Bool {
        left === right
            || (left.application, left.clientName, left.version) == (right.application, right.clientName, right.version)
                && (left.redirectURIs, left.requestors) == (right.redirectURIs, right.requestors)
                && (left.scopes, left.grantTypes) == (right.scopes, right.grantTypes)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(application)
        hasher.combine(version)
    }

    /// Whether the application may act for the requestor. A statement that lists no requestors covers all requestors.
    package func covers(_ requestor: RequestorID) -> Bool {
        requestors.isEmpty || requestors.contains(requestor)
    }

    /// The application assumed for a statement that names none, and for clients that were never registered here.
    package static let unnamed = SoftwareStatement(
        application: "00000000-0000-4000-8000-000000000000", clientName: "Unnamed application")
}

/// The reason why a software statement is not accepted (RFC 7591, section 3.2.2).
package enum StatementRefusal: Error, Hashable, Sendable {
    /// The statement's form is wrong, or it is trusted but not valid now.
    case invalid
    /// The statement is well-formed, but another issuer made it, or an untrusted key signed it.
    case unapproved
}
