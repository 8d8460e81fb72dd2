package import PassCore

/// A device's logins through its platform (legacy protocol, "Apple SSO").
///
/// The service finds the logins by the device identifier alone, without a code or a cookie.
package struct PlatformLogin: StoredRecord {
    package var key: Key
    /// The login that was begun most recently.
    package var latest: SessionID
    /// The login begun before `latest`. An answer that is already on its way may still complete it.
    package var previous: SessionID?
    /// The most recently completed login before `latest` and `previous`. The device gets this login's profile until a
    /// later login is completed.
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

extension PlatformLogin {
    package static let kind = "platformLogins"

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        key = try reader.read("key")
        latest = try reader.read("latest")
        previous = try reader.readIfPresent("previous")
        completed = try reader.readIfPresent("completed")
        expires = try reader.read("expiresMillis")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("key", key)
        writer.write("latest", latest)
        writer.write("previous", previous)
        writer.write("completed", completed)
        writer.write("expiresMillis", expires)
    }
}

extension PlatformLogin.Key: SnapshotValue {
    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        requestor = try reader.read("requestor")
        deviceID = try reader.read("deviceID")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("requestor", requestor)
        writer.write("deviceID", deviceID)
    }
}
