import PassCore
import PassDomain

/// The registration codes, including the codes of REST API v2's sessions.
struct CodeKind: RecordKind {
    let name = "codes"
    let filters = ["requestor", "mvpd", "device"]
    let changeable = ["expires", "mvpd"]

    func store(_ stores: Stores) -> any RecordStore<RegistrationCode> { stores.registrationCodes }

    func id(of record: RegistrationCode) -> String { record.code.string }
    func key(of id: String) -> ExactText? { ExactText(id) }

    func describe(_ code: RegistrationCode, in entry: inout StateEntry, _ scope: StateScope) throws {
        entry.add("requestor", code.requestor.rawValue)
        entry.add("mvpd", code.details[.mvpd])
        entry.add("device", code.deviceID.string)
        entry.add("client", code.details[.client])
        entry.add("domain", code.details[.domain])
        entry.add("redirectURL", code.details[.redirectURL])
        entry.add("session", code.session?.rawValue)
        entry.add("used", try Self.isUsed(code, scope))
        entry.add("generated", code.generated)
        entry.add("expires", code.expires)
    }

    /// Whether a subscriber has signed in with the code.
    static func isUsed(_ code: RegistrationCode, _ scope: StateScope) throws -> Bool {
        if code.isUsed { return true }
        guard let session = code.session else { return false }
        return try scope.world.stores.sessions.find(session, now: scope.now)?.state.login != nil
    }

    func change(_ code: inout RegistrationCode, by content: ControlContent) throws(EntitlementFailure) {
        let (expires, mvpd) = (try content.time("expires"), try content.identifier("mvpd"))
        if let expires { code.expires = expires }
        if let mvpd { code.details[.mvpd] = mvpd }
    }
}
