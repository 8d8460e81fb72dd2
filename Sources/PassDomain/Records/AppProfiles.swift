package import PassCore

/// The profiles that the service keeps for one app on one device, at most one for each MVPD.
///
/// Apps of REST API v2 hold no tokens, so their profiles are kept here. A profile stays for a while after its expiry,
/// so that the service can tell an expired profile from a missing one.
package struct AppProfiles: StoredRecord {
    package var key: Owner
    /// The profiles, in the order in which they were last written.
    package private(set) var profiles: [Entry] = []
    /// The code with which the app last began a login, until that login is completed. An earlier unused code is no
    /// longer accepted.
    package var latestCode: ExactText?
    package var expires: Timestamp

    package init(key: Owner, expires: Timestamp) {
        self.key = key
        self.expires = expires
    }

    package var byteCount: Int {
        key.byteCount + (latestCode?.heapBytes ?? 0) + profiles.reduce(0) { $0 + $1.byteCount }
    }

    /// The maximum number of an app's profiles on one device. A further profile replaces the one written longest ago.
    private static let mostProfiles = 32
    /// The time for which an expired profile is kept.
    private static let memory: TimeToLive = .days(30)

    /// Adds a profile, which replaces the one for the same MVPD.
    package mutating func put(_ entry: Entry) {
        profiles.removeAll { $0.profile.mvpd == entry.profile.mvpd }
        if profiles.count >= Self.mostProfiles { profiles.removeFirst() }
        profiles.append(entry)
        expires = max(expires, entry.profile.expires + Self.memory)
    }

    /// Removes the profile for an MVPD and returns it.
    package mutating func remove(_ mvpd: MVPDID) -> Entry? {
        guard let index = profiles.firstIndex(where: { $0.profile.mvpd == mvpd }) else { return nil }
        return profiles.remove(at: index)
    }

    /// The app and the device that profiles belong to.
    package struct Owner: ByteComparable {
        package var requestor: RequestorID
        package var client: ClientID
        package var deviceID: ExactText

        package init(requestor: RequestorID, client: ClientID, deviceID: ExactText) {
            self.requestor = requestor
            self.client = client
            self.deviceID = deviceID
        }

        var byteCount: Int { [requestor.rawValue, client.rawValue, deviceID.string].heapBytes }
    }

    /// A profile, with the facts about its login that the service needs later.
    ///
    /// An entry never changes, and every request for the profile needs it, so it is passed by reference.
    package final class Entry: Sendable, Hashable {
        package let profile: Profile
        /// The time at which the subscriber signed in.
        package let begins: Timestamp
        /// The MVPD's own identifier of the login (SAML `SessionIndex`).
        package let providerSession: String?
        /// Whether the subscriber signed in through a partner's framework, such as Apple's.
        package let isPartnerLogin: Bool
        /// The app and the device that signed in, for a profile that is shared through an identity; `nil` for any other
        /// profile.
        package let source: Owner?

        package init(
            profile: Profile, begins: Timestamp, providerSession: String?, isPartnerLogin: Bool = false,
            source: Owner? = nil
        ) {
            self.profile = profile
            self.begins = begins.wholeSecond
            self.providerSession = providerSession
            self.isPartnerLogin = isPartnerLogin
            self.source = source
        }

        package static func == (left: Entry, right: Entry) -> Bool {
            left === right
                || (left.profile, left.begins, left.providerSession) == (
                    right.profile, right.begins, right.providerSession
                ) && (left.isPartnerLogin, left.source) == (right.isPartnerLogin, right.source)
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(profile)
            hasher.combine(begins)
        }

        /// Returns the entry with another expiry, which is cut to whole seconds.
        package func expiring(at expires: Timestamp) -> Entry {
            var changed = profile
            changed.expires = expires.wholeSecond
            return Entry(
                profile: changed, begins: begins, providerSession: providerSession, isPartnerLogin: isPartnerLogin,
                source: source)
        }

        /// Returns a copy of the entry that can be shared through an identity.
        ///
        /// - Parameter source: the app and the device that signed in.
        package func shared(by source: Owner) -> Entry {
            Entry(
                profile: profile, begins: begins, providerSession: providerSession, isPartnerLogin: isPartnerLogin,
                source: source)
        }

        /// The size of the object itself in bytes: its properties, its header, and the reference to it.
        private static let size =
            MemoryLayout<(Profile, Timestamp, String?, Bool, Owner?)>.stride + 3 * MemoryLayout<Int>.stride

        var byteCount: Int {
            [
                profile.guid.rawValue, profile.requestor.rawValue, profile.mvpd.rawValue,
                profile.subscriber.rawValue, profile.session.rawValue, profile.device.fingerprint.string,
            ].heapBytes + profile.resources.heapBytes + (profile.refreshToken?.heapBytes ?? 0)
                + (providerSession?.heapBytes ?? 0) + (source?.byteCount ?? 0) + Self.size
        }
    }
}

extension AppProfiles {
    package static let kind = "profiles"

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        key = try reader.read("key")
        profiles = try reader.read("profiles")
        latestCode = try reader.readIfPresent("latestCode")
        expires = try reader.read("expiresMillis")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("key", key)
        writer.write("profiles", profiles)
        writer.write("latestCode", latestCode)
        writer.write("expiresMillis", expires)
    }
}

extension AppProfiles.Owner: SnapshotValue {
    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        requestor = try reader.read("requestor")
        client = try reader.read("client")
        deviceID = try reader.read("deviceID")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("requestor", requestor)
        writer.write("client", client)
        writer.write("deviceID", deviceID)
    }
}

extension AppProfiles.Entry: SnapshotValue {
    package convenience init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        self.init(
            profile: try reader.read("profile"), begins: try reader.read("beginsMillis"),
            providerSession: try reader.readIfPresent("providerSession"),
            isPartnerLogin: try reader.read("isPartnerLogin"), source: try reader.readIfPresent("source"))
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("profile", profile)
        writer.write("beginsMillis", begins)
        writer.write("providerSession", providerSession)
        writer.write("isPartnerLogin", isPartnerLogin)
        writer.write("source", source)
    }
}
