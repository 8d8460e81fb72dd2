package import PassCore

/// A short code that connects a device with a login in a browser elsewhere.
package struct RegistrationCode: StoredRecord {
    /// The code itself: upper-case letters and digits, unique among the unexpired codes of its World.
    package var code: ExactText
    package var id: UUID
    package var requestor: RequestorID
    package var deviceID: ExactText
    package var details: [Detail: String]
    package var generated: Timestamp
    package var expires: Timestamp
    /// The login that a browser began with this code; a completed one takes precedence.
    package var session: SessionID?
    /// Whether a subscriber had signed in when the session was attached. Without it, a store that compares records before
    /// it replaces one couldn't see that the attached session has been completed meanwhile.
    package var hasLogin = false
    /// Whether a login of this code has given an app of REST API v2 its profile.
    package var isUsed = false

    /// A fact about the device, its app or the login that it requests, each at most once. The facts are returned when
    /// the code is read.
    ///
    /// The facts are kept in a dictionary because most devices state few of them: a million records stay small when
    /// absent facts take no memory.
    package enum Detail: String, Sendable, CaseIterable {
        case mvpd
        case registrationURL
        case deviceType
        case deviceUser
        case appID
        case appVersion
        /// The device information as sent: base64 of JSON, in any spelling that lenient decoders accept.
        case deviceInfo
        case userAgent
        /// The identifier of the application whose access token came with the request; absent without an access token.
        case application
        case applicationName
        case applicationVersion
        /// The client whose app asked for the login; present only for codes of REST API v2.
        case client
        /// The domain of the page or app that asked for the login.
        case domain
        /// The address to which the browser is finally sent.
        case redirectURL
        /// The subject of the platform's token that came with the request for the login.
        case platformSubject
        /// The subject of the programmer's token that came with the request for the login.
        case serviceSubject
        /// The network address of the device.
        case address
        /// The port of the device's connection, if it isn't a proxy's.
        case port
        /// Whether the device used TLS: `true` or `false`.
        case isSecure
    }

    package var key: ExactText { code }
    package var byteCount: Int {
        requestor.rawValue.heapBytes + deviceID.heapBytes + (session?.rawValue.heapBytes ?? 0)
            + (details.isEmpty ? 0 : details.values.heapBytes)
    }

    package init(
        code: ExactText, id: UUID, requestor: RequestorID, deviceID: ExactText, details: [Detail: String],
        generated: Timestamp, expires: Timestamp
    ) {
        self.code = code
        self.id = id
        self.requestor = requestor
        self.deviceID = deviceID
        self.details = details
        self.generated = generated
        self.expires = expires
    }
}

extension RegistrationCode {
    package static let kind = "codes"

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        code = try reader.read("code")
        id = try reader.read("id")
        requestor = try reader.read("requestor")
        deviceID = try reader.read("deviceID")
        let texts: DetailTexts = try reader.read("details")
        details = texts.details
        generated = try reader.read("generatedMillis")
        expires = try reader.read("expiresMillis")
        session = try reader.readIfPresent("session")
        hasLogin = try reader.readIfPresent("hasLogin") ?? false
        isUsed = try reader.read("isUsed")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("code", code)
        writer.write("id", id)
        writer.write("requestor", requestor)
        writer.write("deviceID", deviceID)
        writer.write("details", DetailTexts(details: details))
        writer.write("generatedMillis", generated)
        writer.write("expiresMillis", expires)
        writer.write("session", session)
        // Readers of older versions don't know it.
        if hasLogin { writer.write("hasLogin", hasLogin) }
        writer.write("isUsed", isUsed)
    }
}

/// The facts of a code as a snapshot stores them: an object with a member for each fact.
private struct DetailTexts: SnapshotValue {
    var details: [RegistrationCode.Detail: String]

    init(details: [RegistrationCode.Detail: String]) {
        self.details = details
    }

    init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        details = [:]
        for detail in RegistrationCode.Detail.allCases {
            if let text: String = try reader.readIfPresent(detail.rawValue) { details[detail] = text }
        }
    }

    func write(to writer: inout SnapshotWriter) {
        for (detail, text) in details { writer.write(detail.rawValue, text) }
    }
}
