package import PassCore

/// A client created by dynamic client registration.
///
/// The real service keeps clients without limit. The simulator removes a client that hasn't requested an access token
/// for more than a year, so that clients that register at each start don't fill the store.
package struct RegisteredApplication: StoredRecord {
    package var id: ClientID
    package var secret: String
    package var issued: Timestamp
    package var redirectURIs: [ExactText]
    package var scopes: [String]
    package var statement: SoftwareStatement

    /// Whether the operator has withdrawn the client's permission.
    package var isRevoked = false
    package var expires: Timestamp

    /// The time for which a client is kept after its last access token.
    package static let memory: TimeToLive = .days(400)

    package var key: ClientID { id }
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
        expires = issued + Self.memory
    }
}

extension RegisteredApplication {
    package static let kind = "clients"

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        id = try reader.read("id")
        secret = try reader.read("secret")
        issued = try reader.read("issuedMillis")
        redirectURIs = try reader.read("redirectURIs")
        scopes = try reader.read("scopes")
        statement = try reader.read("statement")
        isRevoked = try reader.read("isRevoked")
        expires = try reader.read("expiresMillis")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("id", id)
        writer.write("secret", secret)
        writer.write("issuedMillis", issued)
        writer.write("redirectURIs", redirectURIs)
        writer.write("scopes", scopes)
        writer.write("statement", statement)
        writer.write("isRevoked", isRevoked)
        writer.write("expiresMillis", expires)
    }
}
