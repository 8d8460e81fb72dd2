package import PassCore

/// A device's logins through its platform (legacy protocol, "Apple SSO").
///
/// The device identifier alone finds them; there is no code and no cookie.
package struct PlatformLogin: StoredRecord {
    package var key: Key
    /// The login that was begun most recently.
    package var latest: SessionID
    /// The login begun before `latest`. An answer that is already on its way may still complete it.
    package var previous: SessionID?
    /// The most recently completed login before those two. It counts until a later login is completed.
    package var completed: SessionID?
    package var expires: Timestamp

    package var byteCount: Int {
        let sessions = [latest, previous, completed].reduce(0) { $0 + ($1?.rawValue.heapBytes ?? 0) }
        return key.requestor.rawValue.heapBytes + key.deviceID.heapBytes + sessions
    }

    package struct Key: ByteComparable {
        package var requestor: RequestorID
        package var deviceID: ExactText

        package init(requestor: RequestorID, deviceID: ExactText) {
            self.requestor = requestor
            self.deviceID = deviceID
        }
    }

    package init(key: Key, latest: SessionID, expires: Timestamp) {
        self.key = key
        self.latest = latest
        self.expires = expires
    }
}
