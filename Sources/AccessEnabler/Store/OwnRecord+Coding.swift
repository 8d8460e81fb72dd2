import PassCore

/// The stored form of an app's own record.
///
/// ```
/// {"client":{"id":…,"secret":…,"softwareStatement":…},"accessToken":{"token":…,"expires":MILLISECONDS},
///  "single":…,"imported":[3]}
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
        if let generations = json["imported"] {
            guard let numbers = generations.arrayValue else { throw StoreContentError() }
            for number in numbers {
                guard let number = number.integerValue, let generation = Int(exactly: number) else {
                    throw StoreContentError()
                }
                imported.insert(generation)
            }
        }
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
        if !imported.isEmpty {
            writer.memberArray("imported") { array in
                for generation in imported.sorted() { array.element(JSONValue.integer(Int64(generation))) }
            }
        }
    }
}
