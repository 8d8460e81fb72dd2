package import PassCore

/// A short code that connects a device with a login in a browser elsewhere.
package struct RegistrationCode: StoredRecord {
    /// The code itself: upper-case letters and digits, unique among the unexpired codes of its World.
    package var code: ExactText
    package var id: UUID
    package var requestor: RequestorID
    package var deviceID: ExactText
    package var details: Details
    package var generated: Timestamp
    package var expires: Timestamp
    /// The login that a browser began with this code; a completed one takes precedence.
    package var session: SessionID?
    /// Whether a subscriber had signed in when the session was attached. A store that finds simultaneous changes by
    /// comparing records needs this fact: otherwise, completing the attached session wouldn't change the record.
    package var hasLogin = false
    /// Whether a login of this code has given an app of REST API v2 its profile.
    package var isUsed = false

    package var key: ExactText { code }
    package var byteCount: Int {
        requestor.rawValue.heapBytes + deviceID.heapBytes + (session?.rawValue.heapBytes ?? 0)
            + details.byteCount
    }

    package init(
        code: ExactText, id: UUID, requestor: RequestorID, deviceID: ExactText, details: Details,
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
        details = try reader.read("details")
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
        writer.write("details", details)
        writer.write("generatedMillis", generated)
        writer.write("expiresMillis", expires)
        writer.write("session", session)
        // Older versions refuse this member, so it is written only if it is needed.
        if hasLogin { writer.write("hasLogin", hasLogin) }
        writer.write("isUsed", isUsed)
    }
}
