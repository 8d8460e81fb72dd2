package import PassCore

/// The data about a subscriber that an app may learn: the MVPD's account attributes, some readable by the programmer
/// alone.
package struct UserMetadata: Sendable, Hashable {
    /// The time of the last change; of two documents, clients keep the newer one.
    package var updated: Timestamp
    /// The keys whose values only the programmer can read, sorted; all of them are keys of `values`.
    package var encrypted: [String]
    /// The keys whose values are withheld because they can't be encrypted, sorted; none of them is a key of `values`.
    package var withheld: [String] = []
    /// The values by key: `userID`, `zip`, `maxRating` …
    package var values: [ExactText: JSONValue]

    /// The key that tells whether the MVPD recognised the subscriber by the home network; MVPDs use the same name.
    package static let homeBasedKey = "hba_status"
    /// The key of the subscriber's identifier for the programmer.
    package static let userKey = "userID"
    /// The key of the subscriber's identifier at the MVPD.
    package static let upstreamUserKey = "upstreamUserID"

    package init(
        updated: Timestamp, encrypted: [String], withheld: [String] = [], values: [ExactText: JSONValue]
    ) {
        self.updated = updated
        self.encrypted = encrypted
        self.withheld = withheld
        self.values = values
    }
}
