import PassCore
import Testing

@testable import AccessEnabler

/// The check of the store at the start.
extension StorePreparationTests {
    @Test("The check at the start keeps an intact store, and CLEAR empties any")
    func integrity() throws {
        var app = try Self.app("P1", SDKVersion(3, 9))
        app.logIn()
        let sound = app.store
        for check in [IntegrityCheckType.INTEGRITY_CHECK_NONE, .INTEGRITY_CHECK_ALL] {
            app.give(.started(check))
            #expect(app.store == sound)
        }
        app.give(.started(.INTEGRITY_CHECK_CLEAR))
        #expect(app.store.shared.isEmpty)
        #expect(app.store.own.client == sound.own.client)
    }

    @Test("The store isn't checked at the start before 3.8.3")
    func integrityOfOldVersions() throws {
        for (version, isChecked) in [(SDKVersion(3, 8, 2), false), (SDKVersion(3, 8, 3), true)] {
            var app = try Self.app("P1", version)
            app.logIn()
            app.give(.started(.INTEGRITY_CHECK_CLEAR))
            #expect(app.store.shared.isEmpty == isChecked)
        }
    }

    @Test("ALL empties a store with a token that can't be read, without its device, or on a medium that fails")
    func unsound() throws {
        let changes: [(inout EntitlementStore) -> Void] = [
            { $0.damage = .medium("no") }, { $0.damage = .content },
            { $0.shared["c0ffee", "P1"].providers["M1"]?.authentication?.text = "garbage" },
            { $0.shared["c0ffee", "P1"].providers["M1"]?.authentication?.deviceID = "" },
            { $0.shared["c0ffee", "P1"].providers["M1"]?.authorizations["r"] = StoredToken(text: "", deviceID: "d") },
        ]
        for change in changes {
            var app = try Self.app("P1", SDKVersion(3, 9))
            app.logIn()
            change(&app.store)
            let damaged = app.store
            app.give(.started(.INTEGRITY_CHECK_NONE))
            #expect(app.store == damaged)
            app.give(.started(.INTEGRITY_CHECK_ALL))
            #expect(app.store.shared.isEmpty)
            #expect(app.store.damage == nil)
        }
    }
}
