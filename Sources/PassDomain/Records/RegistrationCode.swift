package import PassCore

/// A short code that ties a device to a login in any browser.
package struct RegistrationCode: StoredRecord {
    /// Upper-case letters and digits; unique among the live codes of its World.
    package var code: ExactText
    package var id: UUID
    package var requestor: RequestorID
    package var deviceID: ExactText
    package var details: [Detail: String]
    package var generated: Timestamp
    package var expires: Timestamp
    /// The login that a browser began with this code, the completed one if there is any.
    package var session: SessionID?

    /// What the device says of itself and of the login it wants, each at most once; echoed when the code is read.
    ///
    /// Most devices say little, and a million records are small where nothing is kept of what wasn't said.
    package enum Detail: Sendable {
        case mvpd
        case registrationURL
        case deviceType
        case deviceUser
        case appID
        case appVersion
        /// The device information as sent: base64 of JSON, in a spelling that lenient readers take.
        case deviceInfo
        case userAgent
        /// Identifier of the application whose access token came with the request; a caller without one leaves it out.
        case application
        case applicationName
        case applicationVersion
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
