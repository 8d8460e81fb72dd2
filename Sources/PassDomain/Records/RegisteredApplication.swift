package import PassCore

/// A client created by dynamic client registration; it never expires.
package struct RegisteredApplication: StoredRecord {
    package var id: ClientID
    package var secret: String
    package var issued: Timestamp
    package var redirectURIs: [ExactText]
    package var scopes: [String]
    package var statement: SoftwareStatement

    package var key: ClientID { id }
    package var expires: Timestamp { Timestamp(milliseconds: .max) }
    package var byteCount: Int {
        id.rawValue.heapBytes + secret.heapBytes + redirectURIs.heapBytes + scopes.heapBytes + statement.byteCount
    }

    package init(
        id: ClientID, secret: String, issued: Timestamp, redirectURIs: [ExactText], scopes: [String],
        statement: SoftwareStatement
    ) {
        self.id = id
        self.secret = secret
        self.issued = issued
        self.redirectURIs = redirectURIs
        self.scopes = scopes
        self.statement = statement
    }
}
