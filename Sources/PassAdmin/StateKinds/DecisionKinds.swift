import PassCore
import PassDomain

/// The MVPDs' decisions that are stored for apps of REST API v2. After an entry is removed, the next call asks the MVPD
/// again.
struct DecisionKind: RecordKind {
    let name = "decisions"
    let filters = ["requestor", "mvpd"]
    let changeable = ["expires"]

    func store(_ stores: Stores) -> any RecordStore<AppDecision> { stores.appDecisions }

    func id(of record: AppDecision) -> String {
        let key = record.key
        return StateEntry.id(
            of: key.session.rawValue, key.requestor.rawValue, key.mvpd.rawValue, key.resource.string)
    }

    func describe(_ decision: AppDecision, in entry: inout StateEntry, _ scope: StateScope) {
        entry.add("requestor", decision.key.requestor.rawValue)
        entry.add("mvpd", decision.key.mvpd.rawValue)
        entry.add("resource", decision.key.resource.string)
        switch decision.outcome {
        case .permitted: entry.add("permitted", true)
        case .denied(let denial):
            entry.add("permitted", false)
            entry.add("reason", denial.code.rawValue)
            entry.add("message", denial.message)
        }
        entry.add("session", decision.key.session.rawValue)
        entry.add("begins", decision.begins)
        entry.add("expires", decision.expires)
    }

    func change(_ decision: inout AppDecision, by content: ControlContent) throws(EntitlementFailure) {
        if let expires = try content.time("expires") { decision.expires = expires }
    }
}

/// The authZ tokens of the legacy family. For each one, the service stores its login but not its resource.
struct AuthZTokenKind: RecordKind {
    let name = "authzTokens"
    let filters: [String] = []
    let changeable: [String] = []

    func store(_ stores: Stores) -> any RecordStore<DecisionOrigin> { stores.decisionOrigins }

    func id(of record: DecisionOrigin) -> String { Hex.encode(record.digest.bytes) }
    func key(of id: String) -> TokenDigest? { Hex.decode(id).map(TokenDigest.init) }

    func describe(_ origin: DecisionOrigin, in entry: inout StateEntry, _ scope: StateScope) {
        entry.add("sessions", origin.sessions.map(\.rawValue).sorted())
        entry.add("revoked", origin.sessions.isEmpty)
        entry.add("expires", origin.expires)
    }

    func change(_ record: inout DecisionOrigin, by content: ControlContent) {}

    /// Removes the logins from the token's record. The record itself has to stay: a token without a record would be
    /// accepted.
    func end(_ origin: DecisionOrigin, _ scope: StateScope) throws {
        _ = try scope.world.stores.decisionOrigins.update(origin.digest, now: scope.now) { $0.sessions = [] }
    }
}

/// The media tokens that were issued or presented.
struct MediaTokenKind: RecordKind {
    let name = "mediaTokens"
    let filters: [String] = []
    let changeable = ["remaining"]

    /// The maximum number of presentations that a token can have.
    private static let mostPresentations: Int64 = 1_000_000

    func store(_ stores: Stores) -> any RecordStore<MediaTokenAllowance> { stores.mediaTokenAllowances }

    func id(of record: MediaTokenAllowance) -> String { Hex.encode(record.digest.bytes) }
    func key(of id: String) -> TokenDigest? { Hex.decode(id).map(TokenDigest.init) }

    func describe(_ allowance: MediaTokenAllowance, in entry: inout StateEntry, _ scope: StateScope) {
        entry.add("remaining", .integer(Int64(allowance.remaining)))
        entry.add("expires", allowance.expires)
    }

    func change(_ allowance: inout MediaTokenAllowance, by content: ControlContent) throws(EntitlementFailure) {
        if let remaining = try content.integer("remaining", in: 0...Self.mostPresentations) {
            allowance.remaining = Int(remaining)
        }
    }

    /// Uses the token up. The record itself has to stay: a token without a record could be presented once more.
    func end(_ allowance: MediaTokenAllowance, _ scope: StateScope) throws {
        _ = try scope.world.stores.mediaTokenAllowances.update(allowance.digest, now: scope.now) { $0.remaining = 0 }
    }
}
