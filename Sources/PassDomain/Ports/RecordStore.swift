package import PassCore

/// Where a World keeps one kind of record; every operation is atomic, and expired records don't exist.
///
/// `now` is the World's time. An implementation may forget a record at any time after it has expired. It is full when it holds as
/// many records, or as many bytes of them, as it may.
package protocol RecordStore<Record>: Sendable {
    associatedtype Record: StoredRecord

    /// Stores the record unless a live one has its key.
    ///
    /// - Returns: whether it was stored.
    /// - Throws: `EntitlementFailure.storeFull` when the store is full.
    func insert(_ record: Record, now: Timestamp) throws -> Bool

    /// Stores the record in place of any with its key.
    ///
    /// - Throws: `EntitlementFailure.storeFull` when there is no room for what it has more than the one before.
    func put(_ record: Record, now: Timestamp) throws

    func find(_ key: Record.Key, now: Timestamp) throws -> Record?

    /// Changes the record of that key in place, its expiry too if need be; nothing is changed when `change` throws.
    ///
    /// - Returns: what `change` returned, or `nil` when there is no such record.
    /// - Throws: `EntitlementFailure.storeFull`, and nothing is changed, when there is no room for what the record has grown by.
    func update<Result>(
        _ key: Record.Key, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result?

    /// Stores `first` unless a live record has its key; else changes that one in place, or nothing when `change` throws.
    ///
    /// - Returns: what `change` returned, or `nil` when `first` was stored.
    /// - Throws: `EntitlementFailure.storeFull` when there is no room for what it has more than the one before.
    @discardableResult
    func upsert<Result>(
        _ first: Record, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result?

    /// Removes and returns the record of that key.
    @discardableResult
    func remove(_ key: Record.Key, now: Timestamp) throws -> Record?

    /// Removes every record that `matches`, at a cost that grows with the number of records.
    func removeAll(now: Timestamp, where matches: (Record) -> Bool) throws

    /// Forgets all that has expired, and gives its memory back.
    func sweep(now: Timestamp) throws

    /// How many records are held, expired ones that weren't swept yet included.
    var count: Int { get throws }
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
    /// The latest instant at which media tokens were issued or presented: the store may have forgotten what expired before.
    package let latestPresentation = LatestInstant()

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
    private var all: [any RecordStore] {
        [
            registrationCodes, sessions, logouts, revocations, permissionOrigins, profileOrigins, mediaTokenAllowances,
            applications, providerSessions, providerGrants, temporaryPassUses, platformLogins, denialCounts,
        ]
    }

    /// Forgets what has expired in any of them.
    package func sweep(now: Timestamp) throws {
        for store in all { try store.sweep(now: now) }
    }

    /// Whether nothing is held, expired records that weren't swept yet included.
    package var isEmpty: Bool {
        get throws { try all.allSatisfy { try $0.count == 0 } }
    }
}
