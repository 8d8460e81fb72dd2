package import PassCore

/// Everything that the SDK keeps, as one app sees it during one input: its own record and what it shares with other apps.
///
/// A value: the driver reads it from the media before each input and writes it back after, under their locks. What can't be
/// read as a store counts as empty; `damage` tells.
package struct EntitlementStore: Sendable, Equatable {
    /// Shared with the apps that the operating system lets share.
    package var shared = SharedRecord()
    /// Seen by this app alone.
    package var own = OwnRecord()
    /// What SDKs of earlier generations left, newest first; read by the importer, never written.
    package var older: [SharedRecord] = []
    /// Whether something that was stored can't be read.
    package var damage: Damage?

    package init() {}

    package enum Damage: Sendable, Hashable {
        /// A medium can't be read or written.
        case medium(String)
        /// What is stored isn't what the SDK writes.
        case content
    }
}

/// What apps share: buckets by device, requestor and MVPD.
package struct SharedRecord: Sendable, Equatable {
    /// By device identifier. Layouts before 1.9 have one partition, under the empty name.
    package var partitions: [String: Partition] = [:]
    /// Up to 1.6: the one token of all apps.
    package var single: SingleRecord?

    package struct Partition: Sendable, Equatable {
        package var requestors: [String: RequestorBucket] = [:]
    }

    package init() {}
}

package struct RequestorBucket: Sendable, Equatable {
    package var currentProvider: String?
    /// By MVPD ID.
    package var providers: [String: Bucket] = [:]
}

/// The record of one requestor at one MVPD.
package struct Bucket: Sendable, Equatable {
    /// Whether the last login there succeeded.
    package var canAuthenticate = false
    package var authentication: StoredToken?
    /// By resource, exactly as the app wrote it.
    package var authorizations: [String: StoredToken] = [:]
    /// JSON with `updated`, `encrypted`, `data`, as the service sent it.
    package var userMetadata: String?
    /// The same with the sensitive values encrypted by the service, as long as `updated` is the same.
    package var encryptedUserMetadata: String?
    package var preauthorized: StoredPreauthorization?
    /// Whether the login came from the platform's sign-on.
    package var isFromPlatform = false
    /// Whether single sign-on is off for this pair: other requestors don't adopt its token, and it adopts none.
    package var isPrivate = false

    package init() {}
}

/// A token with the device identifier that was sent to obtain it.
///
/// The fingerprint in the token is the service's to judge; the SDK compares this one.
package struct StoredToken: Sendable, Equatable {
    package var text: String
    package var deviceID: String

    package init(text: String, deviceID: String) {
        self.text = text
        self.deviceID = deviceID
    }
}

/// The last answer about resources, and what it was asked about.
package struct StoredPreauthorization: Sendable, Equatable {
    package var asked: Set<String>
    package var allowed: Set<String>

    package init(asked: Set<String>, allowed: Set<String>) {
        self.asked = asked
        self.allowed = allowed
    }
}

/// Up to 1.6: the current MVPD and its tokens, without buckets.
package struct SingleRecord: Sendable, Equatable {
    package var provider: String?
    package var bucket = Bucket()

    package init() {}
}

/// What no other app sees.
package struct OwnRecord: Sendable, Equatable {
    package var client: ClientCredentials?
    package var accessToken: AccessToken?
    /// Up to 1.6: the token of an MVPD with authentication per requestor.
    package var single: SingleRecord?
    /// The generations of the store that nothing is imported into any more: the importer has run, or a logout came before it.
    package var imported: Set<Int> = []

    package init() {}
}

/// What client registration gave (RFC 7591).
package struct ClientCredentials: Sendable, Equatable {
    package var id: String
    package var secret: String
    /// The statement that it was registered with: another one registers anew.
    package var softwareStatement: String

    package init(id: String, secret: String, softwareStatement: String) {
        self.id = id
        self.secret = secret
        self.softwareStatement = softwareStatement
    }
}

package struct AccessToken: Sendable, Equatable {
    package var text: String
    package var expires: Timestamp

    package init(text: String, expires: Timestamp) {
        self.text = text
        self.expires = expires
    }
}
