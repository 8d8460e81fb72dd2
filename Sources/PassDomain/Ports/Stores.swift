package import PassCore

/// The stores of one World, one for each kind of record.
package struct Stores: Sendable {
    package var registrationCodes: any RecordStore<RegistrationCode>
    package var sessions: any RecordStore<AuthenticationSession>
    package var logouts: any RecordStore<LogoutInProgress>
    package var revocations: any RecordStore<Revocation>
    package var decisionOrigins: any RecordStore<DecisionOrigin>
    package var profileOrigins: any RecordStore<ProfileOrigin>
    package var mediaTokenAllowances: any RecordStore<MediaTokenAllowance>
    package var applications: any RecordStore<RegisteredApplication>
    package var temporaryPassUses: any RecordStore<TemporaryPassUse>
    package var platformLogins: any RecordStore<PlatformLogin>
    package var denialCounts: any RecordStore<DenialCount>
    package var appProfiles: any RecordStore<AppProfiles>
    package var appDecisions: any RecordStore<AppDecision>
    package var linkedDevices: any RecordStore<LinkedDevices>
    package var linkCodes: any RecordStore<LinkCode>
    /// Further stores of this World, which are used behind its ports, such as those of the simulated MVPDs.
    package var others: [any RecordStore]
    /// The shelf that the stores are on.
    package var shelf: (any StoreShelf)?
    /// The stores for the records that only the nodes of a shared store need; `nil` if the store isn't shared.
    package var nodes: NodeStores?
    /// The latest time at which a media token was issued or presented. The store may have discarded records that
    /// expired before then.
    package let latestPresentation = LatestTimestamp()

    package init(
        registrationCodes: any RecordStore<RegistrationCode>, sessions: any RecordStore<AuthenticationSession>,
        logouts: any RecordStore<LogoutInProgress>,
        revocations: any RecordStore<Revocation>, decisionOrigins: any RecordStore<DecisionOrigin>,
        profileOrigins: any RecordStore<ProfileOrigin>, mediaTokenAllowances: any RecordStore<MediaTokenAllowance>,
        applications: any RecordStore<RegisteredApplication>,
        temporaryPassUses: any RecordStore<TemporaryPassUse>, platformLogins: any RecordStore<PlatformLogin>,
        denialCounts: any RecordStore<DenialCount>, appProfiles: any RecordStore<AppProfiles>,
        appDecisions: any RecordStore<AppDecision>, linkedDevices: any RecordStore<LinkedDevices>,
        linkCodes: any RecordStore<LinkCode>,
        others: [any RecordStore] = []
    ) {
        self.registrationCodes = registrationCodes
        self.sessions = sessions
        self.logouts = logouts
        self.revocations = revocations
        self.decisionOrigins = decisionOrigins
        self.profileOrigins = profileOrigins
        self.mediaTokenAllowances = mediaTokenAllowances
        self.applications = applications
        self.temporaryPassUses = temporaryPassUses
        self.platformLogins = platformLogins
        self.denialCounts = denialCounts
        self.appProfiles = appProfiles
        self.appDecisions = appDecisions
        self.linkedDevices = linkedDevices
        self.linkCodes = linkCodes
        self.others = others
    }

    /// Creates the stores of a World on a shelf; each holds at most `capacity` records.
    package init(on shelf: any StoreShelf, capacity: Int) {
        func store<Record: StoredRecord>(leeway: Int = 0) -> any RecordStore<Record> {
            shelf.store(of: Record.self, capacity: capacity, leeway: leeway)
        }
        self.init(
            registrationCodes: store(), sessions: store(), logouts: store(), revocations: store(),
            decisionOrigins: store(), profileOrigins: store(),
            // Without leeway, the use of a media token would be forgotten when a test sets the clock forward and back.
            mediaTokenAllowances: store(leeway: 1024),
            applications: store(), temporaryPassUses: store(), platformLogins: store(),
            denialCounts: store(), appProfiles: store(), appDecisions: store(),
            linkedDevices: store(), linkCodes: store())
        self.shelf = shelf
    }

    /// Every store, in an order that is the same for all Worlds.
    package var all: [any RecordStore] {
        [
            registrationCodes, sessions, logouts, revocations, decisionOrigins, profileOrigins, mediaTokenAllowances,
            applications, temporaryPassUses, platformLogins, denialCounts, appProfiles,
            appDecisions, linkedDevices, linkCodes,
        ] + others
    }

    /// Removes the expired records of every store.
    package func sweep(now: Timestamp) throws {
        if let shelf, try shelf.sweep(now: now) { return }
        for store in all { try store.sweep(now: now) }
    }

    /// The number of records in all stores, including expired ones that haven't been swept yet.
    package var count: Int {
        get throws { try countOfShelf ?? all.reduce(0) { try $0 + $1.count } }
    }

    /// The number of records on the shelf, without those in `nodes`; `nil` if the shelf doesn't know its number.
    private var countOfShelf: Int? {
        get throws {
            guard let count = try shelf?.count else { return nil }
            return try count - (nodes?.count ?? 0)
        }
    }

    /// Copies every unexpired record into the store of the same kind in `target`.
    ///
    /// - Throws: `EntitlementFailure.storeFull` when the target has no room.
    package func copy(to target: Stores, now: Timestamp) throws {
        for (source, copy) in zip(all, target.all) { try Self.copy(source, to: copy, now: now) }
        target.latestPresentation.record(latestPresentation.value)
    }

    private static func copy<Source: RecordStore>(
        _ source: Source, to target: any RecordStore, now: Timestamp
    ) throws {
        guard let target = target as? any RecordStore<Source.Record> else {
            preconditionFailure("The stores of all Worlds are in the same order.")
        }
        for record in try source.records(now: now) { try target.put(record, now: now) }
    }

    /// Whether the stores hold no records at all; expired records that haven't been swept yet count as held.
    package var isEmpty: Bool {
        get throws { try countOfShelf.map { $0 == 0 } ?? all.allSatisfy { try $0.count == 0 } }
    }
}
