package import PassCore

/// What an app may learn of a subscriber: its MVPD's attributes of the account, some of them for the programmer alone.
package struct UserMetadata: Sendable, Hashable {
    /// When it last changed; clients keep the newer of two.
    package var updated: Timestamp
    /// The keys whose values only the programmer can read, sorted; each is among `values`.
    package var encrypted: [String]
    /// By key: `userID`, `zip`, `maxRating` …
    package var values: [ExactText: JSONValue]

    /// The key that says whether the subscriber was known by the home network; the MVPD says so by the same name.
    package static let homeBasedKey = "hba_status"

    package init(updated: Timestamp, encrypted: [String], values: [ExactText: JSONValue]) {
        self.updated = updated
        self.encrypted = encrypted
        self.values = values
    }
}
