import PassAdmin
import PassCore
import PassDomain
import PassTestSupport

/// Settings that never change, and one user at every MVPD.
extension TestNamespaces {
    func settings(of name: NamespaceName) -> JSONValue { .object(["requestors": .object([:])]) }

    func configure(_ name: NamespaceName, _ json5: String) throws -> World {
        throw EntitlementFailure.malformedParameter("The content", reason: "can't be used")
    }

    func subscribers(of mvpd: MVPD, in world: World) -> [SubscriberID] { ["ada"] }

    func refusal(of subscriber: SubscriberID, at mvpd: MVPD, in world: World) -> String? { nil }

    func signIn(
        _ subscriber: SubscriberID, at mvpd: MVPD, for requestor: RequestorID, isHomeBased: Bool, in world: World,
        now: Timestamp
    ) throws -> AuthenticationService.MVPDAnswer? {
        subscriber == "ada"
            ? .init(subscriber: subscriber, providerSession: "session at the MVPD", isHomeBased: isHomeBased) : nil
    }
}

/// One key, settings that never change, and a place for one record.
extension TestNamespaces {
    func keyFingerprints(of name: NamespaceName) -> [ExactText: String] { ["token": "aa"] }

    func settingsText(of name: NamespaceName) -> [UInt8] { Array(#"{"mvpds":{"b":{},"a":{}}}"#.utf8) }

    func start(of name: NamespaceName) -> NamespaceStart {
        NamespaceStart(settings: settingsText(of: name), rules: [], identifiers: nil)
    }

    func restore(_ snapshot: NamespaceSnapshot, as name: NamespaceName) throws {
        let stores = try TestWorld(capacity: 1).world.stores
        try stores.restore(snapshot.records, at: "records")
        record(snapshot, as: name)
    }
}
