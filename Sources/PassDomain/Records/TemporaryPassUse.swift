package import PassCore

/// The usage of a temporary pass, which begins with its holder's first authorization.
package struct TemporaryPassUse: StoredRecord {
    package var key: Key
    package var began: Timestamp
    /// The resources that were used, each once, in the order of first use; empty for a pass without a limit on
    /// resources.
    package var resources: [ExactText]
    /// The names, at most two, of the holder that began this record; the name in its key is one of them.
    ///
    /// Later holders aren't added, because clients could then make the record grow without end. Their own records name
    /// this holder instead.
    package var holders: [ExactText]
    /// The record's expiry. A used-up pass stays used up until it is reset, or for more than two years.
    package var expires: Timestamp

    /// The time for which the use of a pass is kept after the pass has ended.
    package static let memory: TimeToLive = .days(800)

    package var byteCount: Int {
        [key.requestor.rawValue, key.mvpd.rawValue, key.holder.string].heapBytes + resources.heapBytes
            + holders.heapBytes
    }

    /// The pass and its holder.
    package struct Key: ByteComparable {
        package var requestor: RequestorID
        package var mvpd: MVPDID
        /// The device's fingerprint, or the digest of the identity that the client named.
        package var holder: ExactText

        package init(requestor: RequestorID, mvpd: MVPDID, holder: ExactText) {
            self.requestor = requestor
            self.mvpd = mvpd
            self.holder = holder
        }
    }

    /// Creates the record of a first use.
    ///
    /// - Parameter timeToLive: the time to live of the pass.
    package init(
        key: Key, began: Timestamp, timeToLive: TimeToLive, resources: [ExactText], holders: [ExactText] = []
    ) {
        self.key = key
        self.began = began
        self.resources = resources
        self.holders = holders
        expires = began + timeToLive + Self.memory
    }
}

extension TemporaryPassUse {
    package static let kind = "passes"

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        key = try reader.read("key")
        began = try reader.read("beganMillis")
        resources = try reader.read("resources")
        holders = try reader.read("holders")
        expires = try reader.read("expiresMillis")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("key", key)
        writer.write("beganMillis", began)
        writer.write("resources", resources)
        writer.write("holders", holders)
        writer.write("expiresMillis", expires)
    }
}

extension TemporaryPassUse.Key: SnapshotValue {
    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        requestor = try reader.read("requestor")
        mvpd = try reader.read("mvpd")
        holder = try reader.read("holder")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("requestor", requestor)
        writer.write("mvpd", mvpd)
        writer.write("holder", holder)
    }
}
