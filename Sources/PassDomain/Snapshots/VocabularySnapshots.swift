package import PassCore

extension RequestorID: SnapshotField {}
extension MVPDID: SnapshotField {}
extension SubscriberID: SnapshotField {}
extension SessionID: SnapshotField {}
extension AuthenticationGUID: SnapshotField {}
extension ClientID: SnapshotField {}
extension Denial.Code: SnapshotField {}
extension Rating.Scheme: SnapshotField {}

extension TokenDigest: SnapshotField {
    package static func read(
        _ json: JSONValue, at place: @autoclosure () -> String
    ) throws(EntitlementFailure) -> TokenDigest {
        guard let bytes = json.stringValue.flatMap({ Hex.decode($0) }), bytes.count == 16 else {
            throw .malformedParameter(place(), reason: "isn't a string of 32 hexadecimal digits")
        }
        return TokenDigest(bytes)
    }

    package var json: JSONValue { .string(Hex.encode(bytes)) }
}

extension DeviceBinding: SnapshotValue {
    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        let fingerprint: ExactText = try reader.read("fingerprint")
        self.init(fingerprint: fingerprint.string)
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("fingerprint", fingerprint)
    }
}

extension DeviceFragments: SnapshotValue {
    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        self.init(
            browser: try reader.read("browser"), platform: try reader.read("platform"),
            vendor: try reader.read("vendor"), address: try reader.read("address"))
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("browser", browser)
        writer.write("platform", platform)
        writer.write("vendor", vendor)
        writer.write("address", address)
    }
}

extension Profile: SnapshotValue {
    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        let expires: Timestamp = try reader.read("expiresMillis")
        self.init(
            guid: try reader.read("guid"), requestor: try reader.read("requestor"), mvpd: try reader.read("mvpd"),
            subscriber: try reader.read("subscriber"), session: try reader.read("session"),
            device: try reader.read("device"), fragments: try reader.readIfPresent("fragments"), expires: expires,
            timeToLive: try reader.read("timeToLiveMillis"), isHomeBased: try reader.read("isHomeBased"),
            refreshToken: try reader.readIfPresent("refreshToken"))
        self.expires = expires
        proxy = try reader.readIfPresent("proxy")
        isTemporary = try reader.read("isTemporary")
        permitsAll = try reader.read("permitsAll")
        resources = try reader.read("resources")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("guid", guid)
        writer.write("requestor", requestor)
        writer.write("mvpd", mvpd)
        writer.write("proxy", proxy)
        writer.write("subscriber", subscriber)
        writer.write("session", session)
        writer.write("device", device)
        writer.write("fragments", fragments)
        writer.write("expiresMillis", expires)
        writer.write("timeToLiveMillis", timeToLive)
        writer.write("isHomeBased", isHomeBased)
        writer.write("isTemporary", isTemporary)
        writer.write("permitsAll", permitsAll)
        writer.write("resources", resources)
        writer.write("refreshToken", refreshToken)
    }
}

extension Rating: SnapshotValue {
    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        let scheme: Scheme = try reader.read("scheme")
        self.init(scheme: nil, try reader.read("value"))
        self.scheme = scheme
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("scheme", scheme)
        writer.write("value", value)
    }
}

extension Resource: SnapshotValue {
    package convenience init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        self.init(
            text: try reader.read("text"), name: try reader.read("name"), isMRSS: try reader.read("isMRSS"),
            title: try reader.readIfPresent("title"), ratings: try reader.read("ratings"))
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("text", text)
        writer.write("name", name)
        writer.write("isMRSS", isMRSS)
        writer.write("title", title)
        writer.write("ratings", ratings)
    }
}

extension Decision: SnapshotValue {
    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        let expires: Timestamp = try reader.read("expiresMillis")
        self.init(
            requestor: try reader.read("requestor"), resource: try reader.read("resource"),
            mvpd: try reader.read("mvpd"), proxy: try reader.readIfPresent("proxy"),
            device: try reader.read("device"), expires: expires, permitsAll: try reader.read("permitsAll"))
        self.expires = expires
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("requestor", requestor)
        writer.write("resource", resource)
        writer.write("mvpd", mvpd)
        writer.write("proxy", proxy)
        writer.write("device", device)
        writer.write("expiresMillis", expires)
        writer.write("permitsAll", permitsAll)
    }
}

extension Denial: SnapshotValue {
    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        self.init(
            try reader.read("code"), subCode: try reader.readIfPresent("subCode"), try reader.read("message"))
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("code", code)
        writer.write("subCode", subCode)
        writer.write("message", message)
    }
}

extension SoftwareStatement: SnapshotValue {
    package convenience init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        self.init(
            application: try reader.read("application"), clientName: try reader.readIfPresent("clientName"),
            version: try reader.readIfPresent("version"), redirectURIs: try reader.read("redirectURIs"),
            requestors: try reader.read("requestors"), scopes: try reader.read("scopes"),
            grantTypes: try reader.read("grantTypes"))
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("application", application)
        writer.write("clientName", clientName)
        writer.write("version", version)
        writer.write("redirectURIs", redirectURIs)
        writer.write("requestors", requestors)
        writer.write("scopes", scopes)
        writer.write("grantTypes", grantTypes)
    }
}
