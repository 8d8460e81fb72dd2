package import PassCore

/// The devices of one user that share profiles through a service token (Adobe, "SSO Service").
package struct LinkedDevices: StoredRecord {
    /// The common identifier of the devices.
    package var subject: ExactText
    package private(set) var devices: [Entry] = []
    /// The identifiers of devices that have left.
    private var left: [ExactText] = []
    /// Whether more devices have left than `left` holds.
    private var hasForgotten = false
    package private(set) var expires: Timestamp

    /// The maximum number of one user's devices. A further device replaces the one that has been idle the longest.
    package static let mostDevices = 64
    /// The time for which the devices are remembered after their last call.
    private static let memory: TimeToLive = .days(400)

    package var key: ExactText { subject }
    package var byteCount: Int { subject.heapBytes + devices.reduce(0) { $0 + $1.byteCount } + left.heapBytes }

    package init(subject: ExactText, now: Timestamp) {
        self.subject = subject
        expires = now + Self.memory
    }

    /// A device, with the facts that it stated about itself.
    package struct Entry: Sendable, Hashable {
        /// The device's identifier.
        package var id: ExactText
        /// The identifier as the device's header field spells it.
        package var name: ExactText
        package var kind: Kind
        package var facts: Facts
        package var lastSeen: Timestamp

        package init(id: ExactText, name: ExactText, kind: Kind, facts: Facts, lastSeen: Timestamp) {
            self.id = id
            self.name = name
            self.kind = kind
            self.facts = facts
            self.lastSeen = lastSeen
        }

        var byteCount: Int {
            id.heapBytes + name.heapBytes
                + [facts.type, facts.model, facts.system, facts.systemVersion].lazy.compactMap(\.self).heapBytes
        }
    }

    /// The way in which a device joined.
    package enum Kind: String, Sendable, CaseIterable {
        /// The device joined with the common identifier.
        case regular
        /// The device joined with a code of another device.
        case linked
    }

    /// The description of a device; unknown facts are `nil`.
    package struct Facts: Sendable, Hashable {
        package var type: String?
        package var model: String?
        package var system: String?
        package var systemVersion: String?

        package init(type: String? = nil, model: String? = nil, system: String? = nil, systemVersion: String? = nil) {
            self.type = type
            self.model = model
            self.system = system
            self.systemVersion = systemVersion
        }
    }

    /// Adds a device, which replaces the one with the same identifier.
    package mutating func put(_ entry: Entry) {
        left.removeAll { $0 == entry.id }
        devices.removeAll { $0.id == entry.id }
        if devices.count >= Self.mostDevices,
            let oldest = devices.indices.min(by: { devices[$0].lastSeen < devices[$1].lastSeen })
        {
            devices.remove(at: oldest)
        }
        devices.append(entry)
        expires = max(expires, entry.lastSeen + Self.memory)
    }

    /// Whether the user's tokens are no longer accepted from a device, because it has left.
    ///
    /// Only the devices that left most recently are remembered. Once an earlier one has been forgotten, every device
    /// that isn't among the user's devices counts as having left.
    package func excludes(_ id: ExactText) -> Bool {
        left.contains(id) || hasForgotten && !devices.contains { $0.id == id }
    }

    /// Records the time of a device's call, if it is one of the devices.
    package mutating func see(_ id: ExactText, now: Timestamp) {
        guard let index = devices.firstIndex(where: { $0.id == id }) else { return }
        devices[index].lastSeen = now
        expires = max(expires, now + Self.memory)
    }

    /// Removes the device with that `id` or `name`, and returns whether it was there.
    package mutating func remove(_ name: ExactText) -> Bool {
        guard let index = devices.firstIndex(where: { $0.id == name || $0.name == name }) else { return false }
        if left.count >= Self.mostDevices {
            left.removeFirst()
            hasForgotten = true
        }
        left.append(devices.remove(at: index).id)
        return true
    }
}

/// The code with which another device joins a user's devices; it works once.
package struct LinkCode: StoredRecord {
    package var code: ExactText
    package var subject: ExactText
    package var expires: Timestamp

    package var key: ExactText { code }
    package var byteCount: Int { code.heapBytes + subject.heapBytes }

    package init(code: ExactText, subject: ExactText, expires: Timestamp) {
        self.code = code
        self.subject = subject
        self.expires = expires
    }
}

extension LinkedDevices {
    package static let kind = "linkedDevices"

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        subject = try reader.read("subject")
        devices = try reader.read("devices")
        left = try reader.read("left")
        hasForgotten = try reader.readIfPresent("hasForgotten") ?? false
        expires = try reader.read("expiresMillis")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("subject", subject)
        writer.write("devices", devices)
        writer.write("left", left)
        writer.write("hasForgotten", hasForgotten ? true : nil)
        writer.write("expiresMillis", expires)
    }
}

extension LinkedDevices.Kind: SnapshotField {}

extension LinkedDevices.Entry: SnapshotValue {
    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        id = try reader.read("id")
        name = try reader.read("name")
        kind = try reader.read("kind")
        facts = try reader.read("facts")
        lastSeen = try reader.read("lastSeenMillis")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("id", id)
        writer.write("name", name)
        writer.write("kind", kind)
        writer.write("facts", facts)
        writer.write("lastSeenMillis", lastSeen)
    }
}

extension LinkedDevices.Facts: SnapshotValue {
    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        type = try reader.readIfPresent("type")
        model = try reader.readIfPresent("model")
        system = try reader.readIfPresent("system")
        systemVersion = try reader.readIfPresent("systemVersion")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("type", type)
        writer.write("model", model)
        writer.write("system", system)
        writer.write("systemVersion", systemVersion)
    }
}

extension LinkCode {
    package static let kind = "linkCodes"

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        code = try reader.read("code")
        subject = try reader.read("subject")
        expires = try reader.read("expiresMillis")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("code", code)
        writer.write("subject", subject)
        writer.write("expiresMillis", expires)
    }
}
