package import PassCore

/// A short code that ties a device to a login in any browser.
package struct RegistrationCode: StoredRecord {
    /// Upper-case letters and digits; unique among the live codes of its World.
    package var code: String
    /// The record's own UUID.
    package var id: String
    package var requestor: RequestorID
    package var deviceID: String
    package var details: Details
    package var generated: Timestamp
    package var expires: Timestamp
    /// The login that a browser began with this code, the completed one if there is any.
    package var session: SessionID?

    /// What the device said when it asked for the code; echoed when the code is read.
    package struct Details: Sendable, Hashable {
        package var mvpd: MVPDID?
        package var registrationURL: String?
        package var deviceType: String?
        package var deviceUser: String?
        package var appID: String?
        package var appVersion: String?
        /// The device information as sent: base64 of JSON, in a spelling that lenient readers take.
        package var deviceInfo: String?
        package var userAgent: String?
        /// The application whose access token came with the request; `nil` for a caller without one.
        package var application: SoftwareStatement?

        package init() {}
    }

    package var key: String { code }

    package init(
        code: String, id: String, requestor: RequestorID, deviceID: String, details: Details, generated: Timestamp,
        expires: Timestamp
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
