package import PassCore

/// The SDK's stored data, as one app sees it while its SDK handles one input.
///
/// The store holds the app's own record and the record that it shares with other apps. The store is a value. The driver
/// reads it from the media before each input, writes it back afterwards, and holds the media's locks in between. Data
/// that can't be read counts as empty, and `damage` is set.
package struct EntitlementStore: Sendable, Equatable {
    /// The record shared with the apps that the operating system lets share it.
    package var shared = SharedRecord()
    /// The record that only this app sees.
    package var own = OwnRecord()
    /// The records that SDKs of earlier generations left, newest first; the importer reads them.
    package var older: [SharedRecord] = []
    /// Whether the logins in the stores of all other generations must also be erased (logout).
    package var erasesOtherGenerations = false
    /// The damage to the stored data; `nil` when all of it can be used.
    package var damage: Damage?

    package init() {}

    /// The kind of damage to the stored data.
    package enum Damage: Sendable, Hashable {
        /// A medium can't be read or written, for this reason.
        case medium(String)
        /// The stored data isn't in the form that the SDK writes.
        case content
    }
}

/// The record that apps share: buckets by device, requestor and MVPD.
package struct SharedRecord: Sendable, Equatable {
    /// The partitions by device identifier; layouts before 1.9 have one partition, under the empty name.
    package var partitions: [String: Partition] = [:]
    /// The one record of all apps (up to 1.6).
    package var single: SingleRecord?
    /// The requestors for which the importer has run, by partition; it doesn't run for them again.
    package var imported: [String: Set<String>] = [:]
    /// Whether nothing is imported into this store any more, for any requestor.
    ///
    /// Emptying the store ends the imports, so that they don't bring erased logins back.
    package var isImportOver = false

    /// The buckets of one device, by requestor.
    package struct Partition: Sendable, Equatable {
        package var requestors: [String: RequestorBucket] = [:]
    }

    package init() {}

    /// Whether the record holds neither a login nor a selected MVPD.
    package var isEmpty: Bool { partitions.isEmpty && single == nil }

    /// Removes everything, for all requestors and MVPDs; from then on nothing is imported from other stores.
    package mutating func erase() {
        self = SharedRecord()
        isImportOver = true
    }
}

/// The records of one requestor.
package struct RequestorBucket: Sendable, Equatable {
    /// The ID of the requestor's current MVPD.
    package var currentProvider: String?
    /// The records by MVPD ID.
    package var providers: [String: Bucket] = [:]
}

/// The record of one requestor at one MVPD.
package struct Bucket: Sendable, Equatable {
    /// Whether the last login at the MVPD succeeded.
    package var canAuthenticate = false
    /// The authN token.
    package var authentication: StoredToken?
    /// The authZ tokens, by resource; a resource is spelled exactly as the app wrote it.
    package var authorizations: [String: StoredToken] = [:]
    /// The user metadata: JSON with `updated`, `encrypted` and `data`, as the service sent it or merged from several
    /// answers.
    package var userMetadata: String?
    /// The user metadata with its sensitive values encrypted by the service; used until `userMetadata` has a newer
    /// `updated`.
    package var encryptedUserMetadata: String?
    package var preauthorized: StoredPreauthorization?
    /// Whether the login came from the platform's sign-on.
    package var isFromPlatform = false
    /// Whether single sign-on is off for this requestor and MVPD.
    ///
    /// If so, no token is copied between this record and those of other requestors.
    package var isPrivate = false

    package init() {}
}

/// A token with the device identifier that was sent to obtain it.
///
/// The SDK compares this identifier with the current device's. Checking the fingerprint in the token is left to the
/// service.
package struct StoredToken: Sendable, Equatable {
    package var text: String
    package var deviceID: String

    package init(text: String, deviceID: String) {
        self.text = text
        self.deviceID = deviceID
    }
}

/// The last preauthorization answer, with the resources that it is about.
package struct StoredPreauthorization: Sendable, Equatable {
    /// The resources that the SDK asked about.
    package var asked: Set<String>
    /// The resources that the user may watch.
    package var allowed: Set<String>

    package init(asked: Set<String>, allowed: Set<String>) {
        self.asked = asked
        self.allowed = allowed
    }
}

/// The record of the versions up to 1.6: the current MVPD and its tokens, not divided by requestor and MVPD.
package struct SingleRecord: Sendable, Equatable {
    package var provider: String?
    package var bucket = Bucket()

    package init() {}
}

/// The record that no other app sees.
package struct OwnRecord: Sendable, Equatable {
    package var client: ClientCredentials?
    package var accessToken: AccessToken?
    /// The login at an MVPD whose tokens aren't shared between requestors (up to 1.6).
    package var single: SingleRecord?

    package init() {}
}

/// The result of client registration (RFC 7591).
package struct ClientCredentials: Sendable, Equatable {
    package var id: String
    package var secret: String
    /// The software statement that the client was registered with; another statement needs a new registration.
    package var softwareStatement: String

    package init(id: String, secret: String, softwareStatement: String) {
        self.id = id
        self.secret = secret
        self.softwareStatement = softwareStatement
    }
}

/// The access token that the SDK's requests carry (3.0 and later).
package struct AccessToken: Sendable, Equatable {
    package var text: String
    package var expires: Timestamp

    package init(text: String, expires: Timestamp) {
        self.text = text
        self.expires = expires
    }
}
