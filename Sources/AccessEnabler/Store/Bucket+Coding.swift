import PassCore

/// The stored form of a bucket, the record of one requestor at one MVPD.
///
/// ```
/// {"canAuthenticate":true,"authnToken":{"token":TEXT,"deviceId":HEX},"authzTokens":{RESOURCE:{…}},"userMeta":TEXT,…}
/// ```
extension Bucket {
    init(_ json: JSONValue) throws(StoreContentError) {
        _ = try json.members
        canAuthenticate = try json.flag("canAuthenticate")
        if let token = json["authnToken"] { authentication = try StoredToken(token) }
        authorizations = try json.map("authzTokens") { token throws(StoreContentError) in try StoredToken(token) }
        userMetadata = try json.text("userMeta")
        encryptedUserMetadata = try json.text("encryptedUserMeta")
        if let resources = json["preAuthorizedResources"] {
            preauthorized = StoredPreauthorization(
                asked: try resources.texts("asked"), allowed: try resources.texts("allowed"))
        }
        isFromPlatform = try json.flag("isFromPlatform")
        isPrivate = try json.flag("isPrivate")
    }

    func write(to writer: inout JSONWriter) {
        writer.member("canAuthenticate", canAuthenticate)
        if let authentication { writer.memberObject("authnToken") { authentication.write(to: &$0) } }
        writer.member("authzTokens", authorizations) { $1.write(to: &$0) }
        writer.memberIfPresent("userMeta", userMetadata)
        writer.memberIfPresent("encryptedUserMeta", encryptedUserMetadata)
        if let preauthorized {
            writer.memberObject("preAuthorizedResources") {
                $0.member("asked", preauthorized.asked.sorted())
                $0.member("allowed", preauthorized.allowed.sorted())
            }
        }
        if isFromPlatform { writer.member("isFromPlatform", true) }
        if isPrivate { writer.member("isPrivate", true) }
    }
}

extension StoredToken {
    /// Reads a stored token; one without a device identifier is kept, but never matches the current device.
    fileprivate init(_ json: JSONValue) throws(StoreContentError) {
        guard let token = try json.text("token") else { throw StoreContentError() }
        text = token
        deviceID = try json.text("deviceId") ?? ""
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("token", text)
        writer.member("deviceId", deviceID)
    }
}

extension SingleRecord {
    init(_ json: JSONValue) throws(StoreContentError) {
        provider = try json.text("currentMvpdId")
        bucket = try Bucket(json)
    }

    func write(to writer: inout JSONWriter) {
        writer.memberIfPresent("currentMvpdId", provider)
        bucket.write(to: &writer)
    }
}
