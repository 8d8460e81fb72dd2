import PassCore

/// The stored form of an app's own record.
///
/// ```
/// {"client":{"id":…,"secret":…,"softwareStatement":…},"accessToken":{"token":…,"expires":MILLISECONDS},"single":…}
/// ```
extension OwnRecord: StoredRecord {
    init(_ json: JSONValue) throws(StoreContentError) {
        _ = try json.members
        if let stored = json["client"] {
            guard let id = try stored.text("id"), let secret = try stored.text("secret"),
                let statement = try stored.text("softwareStatement")
            else { throw StoreContentError() }
            client = ClientCredentials(id: id, secret: secret, softwareStatement: statement)
        }
        if let stored = json["accessToken"] {
            guard let text = try stored.text("token"), let expires = stored["expires"]?.integerValue else {
                throw StoreContentError()
            }
            accessToken = AccessToken(text: text, expires: Timestamp(milliseconds: expires))
        }
        if let record = json["single"] { single = try SingleRecord(record) }
    }

    func write(to writer: inout JSONWriter) {
        if let client {
            writer.memberObject("client") {
                $0.member("id", client.id)
                $0.member("secret", client.secret)
                $0.member("softwareStatement", client.softwareStatement)
            }
        }
        if let accessToken {
            writer.memberObject("accessToken") {
                $0.member("token", accessToken.text)
                $0.member("expires", accessToken.expires.milliseconds)
            }
        }
        if let single { writer.memberObject("single") { single.write(to: &$0) } }
    }

    mutating func merge(_ changes: OwnRecord) {
        // An access token belongs to the client that got it, so client and token are replaced together.
        if changes.client != nil { (client, accessToken) = (changes.client, changes.accessToken) }
        if let changed = changes.single { single = changed }
    }
}
