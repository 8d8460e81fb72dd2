package import PassCore

/// An MVPD's decision about one resource, which is stored for an app without tokens until it expires (REST API v2,
/// "decisions").
package struct AppDecision: StoredRecord {
    package var key: Key
    /// The permission, or the reason why there is none.
    package var outcome: Outcome
    package var begins: Timestamp
    package var expires: Timestamp

    /// The profile and the resource that a decision is about.
    ///
    /// A key never changes, and a store copies it into its table and its queue. The key is a class, so that only a
    /// reference is copied.
    package final class Key: ByteComparable {
        package let resource: ExactText
        /// The login that the profile came from.
        package let session: SessionID
        package let requestor: RequestorID
        package let mvpd: MVPDID

        package init(session: SessionID, requestor: RequestorID, mvpd: MVPDID, resource: ExactText) {
            self.resource = resource
            self.session = session
            self.requestor = requestor
            self.mvpd = mvpd
        }

        package static func == (left: Key, right: Key) -> Bool {
            left === right
                || (left.resource, left.session) == (right.resource, right.session)
                    && (left.requestor, left.mvpd) == (right.requestor, right.mvpd)
        }

        package func hash(into hasher: inout Hasher) {
            // The other two properties hardly differ between the decisions of one login.
            hasher.combine(resource)
            hasher.combine(session)
        }
    }

    /// The answer of the MVPD.
    package enum Outcome: Sendable, Hashable {
        case permitted(Decision)
        case denied(Denial)
    }

    package var byteCount: Int {
        let texts = [key.session.rawValue, key.requestor.rawValue, key.mvpd.rawValue, key.resource.string]
        return switch outcome {
        // The resource is held twice: in the key and in the decision.
        case .permitted(let decision): texts.heapBytes + decision.resource.text.heapBytes
        case .denied(let denial): texts.heapBytes + denial.message.heapBytes
        }
    }

    package init(key: Key, outcome: Outcome, begins: Timestamp, expires: Timestamp) {
        self.key = key
        self.outcome = outcome
        self.begins = begins
        self.expires = expires
    }
}

extension AppDecision {
    package static let kind = "decisions"

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        key = try reader.read("key")
        outcome = try reader.read("outcome")
        begins = try reader.read("beginsMillis")
        expires = try reader.read("expiresMillis")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("key", key)
        writer.write("outcome", outcome)
        writer.write("beginsMillis", begins)
        writer.write("expiresMillis", expires)
    }
}

extension AppDecision.Key: SnapshotValue {
    package convenience init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        self.init(
            session: try reader.read("session"), requestor: try reader.read("requestor"),
            mvpd: try reader.read("mvpd"), resource: try reader.read("resource"))
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("session", session)
        writer.write("requestor", requestor)
        writer.write("mvpd", mvpd)
        writer.write("resource", resource)
    }
}

extension AppDecision.Outcome: SnapshotValue {
    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        let permitted: Decision? = try reader.readIfPresent("permitted")
        let denied: Denial? = try reader.readIfPresent("denied")
        switch (permitted, denied) {
        case (let decision?, nil): self = .permitted(decision)
        case (nil, let denial?): self = .denied(denial)
        case (nil, nil), (_?, _?): throw reader.malformed("denied", "or permitted must be present, but not both")
        }
    }

    package func write(to writer: inout SnapshotWriter) {
        switch self {
        case .permitted(let decision): writer.write("permitted", decision)
        case .denied(let denial): writer.write("denied", denial)
        }
    }
}
