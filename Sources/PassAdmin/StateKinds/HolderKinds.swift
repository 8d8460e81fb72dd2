import PassCore
import PassDomain

/// The uses of temporary passes. Removing an entry resets the pass for its holder.
struct PassKind: RecordKind {
    let name = "passes"
    let filters = ["requestor", "mvpd", "holder"]
    let changeable = ["expires"]

    func store(_ stores: Stores) -> any RecordStore<TemporaryPassUse> { stores.temporaryPassUses }

    func id(of record: TemporaryPassUse) -> String {
        StateEntry.id(of: record.key.requestor.rawValue, record.key.mvpd.rawValue, record.key.holder.string)
    }

    func describe(_ use: TemporaryPassUse, in entry: inout StateEntry, _ scope: StateScope) {
        entry.add("requestor", use.key.requestor.rawValue)
        entry.add("mvpd", use.key.mvpd.rawValue)
        entry.add("holder", use.key.holder.string)
        entry.add("began", use.began)
        if let pass = scope.world.catalog.mvpd(use.key.mvpd)?.temporaryPass {
            entry.add("ends", use.began + pass.timeToLive)
        }
        entry.add("resources", use.resources.map(\.string))
        entry.add("expires", use.expires)
    }

    func change(_ use: inout TemporaryPassUse, by content: ControlContent) throws(EntitlementFailure) {
        if let expires = try content.time("expires") { use.expires = expires }
    }
}

/// The clients of dynamic client registration. Removing an entry revokes the client.
struct ClientKind: RecordKind {
    let name = "clients"
    let filters: [String] = []
    let changeable = ["revoked", "expires"]

    func store(_ stores: Stores) -> any RecordStore<RegisteredApplication> { stores.applications }

    func id(of record: RegisteredApplication) -> String { record.id.rawValue }
    func key(of id: String) -> ClientID? { ClientID(rawValue: id) }

    func describe(_ client: RegisteredApplication, in entry: inout StateEntry, _ scope: StateScope) {
        entry.add("application", client.statement.application)
        entry.add("name", client.statement.clientName)
        entry.add("requestors", client.statement.requestors.map(\.rawValue))
        entry.add("redirectURIs", client.redirectURIs.map(\.string))
        entry.add("scopes", client.scopes)
        entry.add("revoked", client.isRevoked)
        entry.add("issued", client.issued)
        entry.add("expires", client.expires)
    }

    func change(_ client: inout RegisteredApplication, by content: ControlContent) throws(EntitlementFailure) {
        let (revoked, expires) = (try content.bool("revoked"), try content.time("expires"))
        if let revoked { client.isRevoked = revoked }
        if let expires { client.expires = expires }
    }

    func end(_ client: RegisteredApplication, _ scope: StateScope) throws {
        _ = try scope.world.services.clients.revoke(client.id, now: scope.now)
    }
}

/// The groups of devices that share profiles through a service token.
struct LinkedDevicesKind: RecordKind {
    let name = "linkedDevices"
    let filters: [String] = []
    let changeable: [String] = []

    func store(_ stores: Stores) -> any RecordStore<LinkedDevices> { stores.linkedDevices }

    func id(of record: LinkedDevices) -> String { StateEntry.id(of: record.subject.string) }

    func describe(_ group: LinkedDevices, in entry: inout StateEntry, _ scope: StateScope) {
        entry.add("subject", group.subject.string)
        let devices = group.devices.map { device in
            JSONValue.object([
                "device": .string(device.id.string), "kind": .string(device.kind.rawValue),
                "lastSeen": .string(CivilTime.isoDateWithMilliseconds(device.lastSeen)),
            ])
        }
        entry.add("devices", .array(devices))
        entry.add("expires", group.expires)
    }

    func change(_ record: inout LinkedDevices, by content: ControlContent) {}
}
