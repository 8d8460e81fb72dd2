package import PassCore

/// A store in which a World keeps one kind of record.
///
/// Every operation is atomic. An expired record counts as absent, and an implementation may discard it at any time
/// after its expiry. `now` is the World's time. A store is full when it holds its maximum number of records or of
/// bytes.
package protocol RecordStore<Record>: Sendable {
    associatedtype Record: StoredRecord

    /// Stores the record unless an unexpired record with the same key exists.
    ///
    /// - Returns: whether the record was stored.
    /// - Throws: `EntitlementFailure.storeFull` when the store is full.
    func insert(_ record: Record, now: Timestamp) throws -> Bool

    /// Stores the record and replaces any record with the same key.
    ///
    /// - Throws: `EntitlementFailure.storeFull` when the store has no room for the bytes by which the record exceeds
    ///   the replaced one.
    func put(_ record: Record, now: Timestamp) throws

    /// Returns the record with that key; `nil` when there is none or it has expired.
    func find(_ key: Record.Key, now: Timestamp) throws -> Record?

    /// Changes the record with that key in place, including its expiry if need be. The record stays as it was when
    /// `change` throws.
    ///
    /// - Returns: the result of `change`, or `nil` when there is no such record.
    /// - Throws: the error of `change`; `EntitlementFailure.storeFull` when the store has no room for the record's
    ///   growth. Nothing is changed then.
    func update<Result>(
        _ key: Record.Key, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result?

    /// Stores `first` if no unexpired record has its key; otherwise changes the existing record in place.
    ///
    /// The existing record stays as it was when `change` throws.
    ///
    /// - Returns: the result of `change`, or `nil` when `first` was stored.
    /// - Throws: the error of `change`; `EntitlementFailure.storeFull` when the store has no room for the additional
    ///   bytes.
    @discardableResult
    func upsert<Result>(
        _ first: Record, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result?

    /// Removes the record with that key and returns it; returns `nil` when there is none or it has expired.
    @discardableResult
    func remove(_ key: Record.Key, now: Timestamp) throws -> Record?

    /// Removes every record that `matches`. The cost grows with the number of records.
    func removeAll(now: Timestamp, where matches: (Record) -> Bool) throws

    /// Removes all expired records and frees their memory.
    func sweep(now: Timestamp) throws

    /// The number of records held, including expired ones that haven't been swept yet.
    var count: Int { get throws }
}

/// The stores of one World, one for each kind of record.
package struct Stores: Sendable {
    package var registrationCodes: any RecordStore<RegistrationCode>
    package var sessions: any RecordStore<AuthenticationSession>
    package var logouts: any RecordStore<LogoutInProgress>
    package var revocations: any RecordStore<Revocation>
    package var permissionOrigins: any RecordStore<PermissionOrigin>
    package var profileOrigins: any RecordStore<ProfileOrigin>
    package var mediaTokenAllowances: any RecordStore<MediaTokenAllowance>
    package var applications: any RecordStore<RegisteredApplication>
    package var providerSessions: any RecordStore<MVPDSession>
    package var providerGrants: any RecordStore<MVPDGrant>
    package var temporaryPassUses: any RecordStore<TemporaryPassUse>
    package var platformLogins: any RecordStore<PlatformLogin>
    package var denialCounts: any RecordStore<DenialCount>
    /// The latest instant at which media tokens were issued or presented. The store may have discarded records that
    /// expired before it.
    package let latestPresentation = LatestInstant()

    package init(
        registrationCodes: any RecordStore<RegistrationCode>, sessions: any RecordStore<AuthenticationSession>,
        logouts: any RecordStore<LogoutInProgress>,
        revocations: any RecordStore<Revocation>, permissionOrigins: any RecordStore<PermissionOrigin>,
        profileOrigins: any RecordStore<ProfileOrigin>, mediaTokenAllowances: any RecordStore<MediaTokenAllowance>,
        applications: any RecordStore<RegisteredApplication>,
        providerSessions: any RecordStore<MVPDSession>, providerGrants: any RecordStore<MVPDGrant>,
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

    /// Removes the expired records of every store.
    package func sweep(now: Timestamp) throws {
        for store in all { try store.sweep(now: now) }
    }

    /// Whether the stores hold no records at all; expired records that haven't been swept yet count as held.
    package var isEmpty: Bool {
        get throws { try all.allSatisfy { try $0.count == 0 } }
    }
}
