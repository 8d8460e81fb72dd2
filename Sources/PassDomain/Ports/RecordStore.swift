package import PassCore

/// Where a World keeps one kind of record; every operation is atomic, and expired records don't exist.
///
/// `now` is the World's time. An implementation may forget a record at any time after it has expired.
package protocol RecordStore<Record>: Sendable {
    associatedtype Record: StoredRecord

    /// Stores the record unless a live one has its key.
    ///
    /// - Returns: whether it was stored.
    /// - Throws: `EntitlementFailure.storeFull` when the store holds as many records as it may.
    func insert(_ record: Record, now: Timestamp) throws -> Bool

    /// Stores the record in place of any with its key.
    ///
    /// - Throws: `EntitlementFailure.storeFull` when the key is new and the store holds as many records as it may.
    func put(_ record: Record, now: Timestamp) throws

    func find(_ key: Record.Key, now: Timestamp) throws -> Record?

    /// Changes the record of that key in place, its expiry too if need be; nothing is changed when `change` throws.
    ///
    /// - Returns: what `change` returned, or `nil` when there is no such record.
    func update<Result>(
        _ key: Record.Key, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result?

    /// Stores `first` unless a live record has its key; else changes that one in place, or nothing when `change` throws.
    ///
    /// - Returns: what `change` returned, or `nil` when `first` was stored.
    /// - Throws: `EntitlementFailure.storeFull` when the key is new and the store holds as many records as it may.
    @discardableResult
    func upsert<Result>(
        _ first: Record, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result?

    /// Removes and returns the record of that key.
    @discardableResult
    func remove(_ key: Record.Key, now: Timestamp) throws -> Record?

    /// Removes every record that `matches`, at a cost that grows with the number of records.
    func removeAll(now: Timestamp, where matches: (Record) -> Bool) throws
}

/// The stores of one World, a kind of record each.
package struct Stores: Sendable {
    package var registrationCodes: any RecordStore<RegistrationCode>
    package var sessions: any RecordStore<AuthenticationSession>
    package var logouts: any RecordStore<PendingLogout>
    package var revocations: any RecordStore<Revocation>
    package var permissionOrigins: any RecordStore<PermissionOrigin>
    package var profileOrigins: any RecordStore<ProfileOrigin>
    package var mediaTokenAllowances: any RecordStore<MediaTokenAllowance>
    package var applications: any RecordStore<RegisteredApplication>
    package var providerSessions: any RecordStore<ProviderSession>
    package var providerGrants: any RecordStore<ProviderGrant>
    package var temporaryPassUses: any RecordStore<TemporaryPassUse>
    package var platformLogins: any RecordStore<PlatformLogin>
    package var denialCounts: any RecordStore<DenialCount>

    package init(
        registrationCodes: any RecordStore<RegistrationCode>, sessions: any RecordStore<AuthenticationSession>,
        logouts: any RecordStore<PendingLogout>,
        revocations: any RecordStore<Revocation>, permissionOrigins: any RecordStore<PermissionOrigin>,
        profileOrigins: any RecordStore<ProfileOrigin>, mediaTokenAllowances: any RecordStore<MediaTokenAllowance>,
        applications: any RecordStore<RegisteredApplication>,
        providerSessions: any RecordStore<ProviderSession>, providerGrants: any RecordStore<ProviderGrant>,
        temporaryPassUses: any RecordStore<TemporaryPassUse>, platformLogins: any RecordStore<PlatformLogin>,
        denialCounts: any RecordStore<DenialCount>
    ) {
        self.registrationCodes = registrationCodes
        self.sessions = sessions
        self.logouts = logouts
        self.revocations = revocations
        self.permissionOrigins = permissionOrigins
        self.profileOrigins = profileOrigins
        self.mediaTokenAllowances = mediaTokenAllowances
        self.applications = applications
        self.providerSessions = providerSessions
        self.providerGrants = providerGrants
        self.temporaryPassUses = temporaryPassUses
        self.platformLogins = platformLogins
        self.denialCounts = denialCounts
    }
}
