package import PassCore

/// A device's logins by its platform (legacy protocol, "Apple SSO"): the device alone names them, with no code and no
/// cookie.
package struct PlatformLogin: StoredRecord {
    package var key: Key
    /// The login that was begun last.
    package var latest: SessionID
    /// The one begun before, which may still be completed by an answer that was on its way.
    package var previous: SessionID?
    /// The last of those before that was completed, which counts until a later one is.
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
