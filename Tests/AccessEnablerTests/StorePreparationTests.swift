import AccessEnablerOpenSSL
import PassCore
import Testing

@testable import AccessEnabler

@Suite("The store at setRequestor")
struct StorePreparationTests {
    static func app(
        _ requestor: String = "P1", _ version: SDKVersion, deviceID: String = "c0ffee",
        providers: [MVPD] = [MachineBench.mvpd("M1")]
    ) throws -> MachineBench {
        try StoredLoginTests.app(requestor, providers, version: version, deviceID: deviceID)
    }

    /// What opening an app does: `setRequestor`, then the question for the login.
    private static func open(_ app: inout MachineBench, _ shared: inout SharedRecord) -> String? {
        app.store.shared = shared
        app.prepareStore()
        let provider = app.loggedInAt()
        shared = app.store.shared
        return provider
    }

    private static func logIn(_ app: inout MachineBench, _ shared: inout SharedRecord) {
        app.store.shared = shared
        app.logIn()
        shared = app.store.shared
    }

    // MARK: Other devices

    @Test("From 1.9 on each device identifier has its own sessions in one store, and none is erased")
    func partitions() throws {
        var shared = SharedRecord()
        var one = try Self.app("P1", SDKVersion(1, 10), deviceID: "one")
        var two = try Self.app("P1", SDKVersion(1, 10), deviceID: "two")
        #expect(Self.open(&one, &shared) == nil)
        Self.logIn(&one, &shared)
        #expect(Self.open(&two, &shared) == nil)
        #expect(shared["one", "P1"].providers["M1"]?.authentication?.deviceID == "one")
        Self.logIn(&two, &shared)
        #expect(Self.open(&two, &shared) == "M1")
        #expect(Self.open(&one, &shared) == "M1")
        #expect(one.statusIDs.isEmpty)
    }

    @Test("1.8 erases all when it meets a token of another device")
    func erasing() throws {
        var shared = SharedRecord()
        var one = try Self.app("P1", SDKVersion(1, 8), deviceID: "one")
        var two = try Self.app("P2", SDKVersion(1, 8), deviceID: "two")
        Self.logIn(&one, &shared)
        #expect(Self.open(&one, &shared) == "M1")
        #expect(Self.open(&two, &shared) == nil)
        #expect(shared.isEmpty)
        Self.logIn(&two, &shared)
        #expect(Self.open(&one, &shared) == nil)
        #expect(shared.isEmpty)
    }

    @Test("The sanitizer of 1.7.5 removes authN tokens of other devices, and nothing else")
    func sanitizer() throws {
        var shared = SharedRecord()
        var foreign = try Self.app("P1", SDKVersion(1, 7, 5), deviceID: "mac")
        var current = try Self.app("P2", SDKVersion(1, 7, 5), providers: [MachineBench.mvpd("M2")])
        Self.logIn(&foreign, &shared)
        foreign.inStore { context in
            context.update("M1") { $0.authorizations["r"] = StoredToken(text: "z", deviceID: "mac") }
        }
        shared = foreign.store.shared
        current.store.shared = shared
        current.logIn(at: "M2")
        shared = current.store.shared
        #expect(Self.open(&current, &shared) == "M2")
        let bucket = shared["", "P1"].providers["M1"]
        #expect(bucket?.authentication == nil)
        #expect(bucket?.authorizations["r"] != nil)
        var updated = try Self.app("P1", SDKVersion(1, 7, 5))
        #expect(Self.open(&updated, &shared) == nil)
    }

    @Test("Up to 1.7.4 the SDK ignores the device of a token")
    func unbound() throws {
        var shared = SharedRecord()
        var app = try Self.app("P1", SDKVersion(1, 7, 4), deviceID: "mac")
        Self.logIn(&app, &shared)
        var updated = try Self.app("P1", SDKVersion(1, 7, 4))
        #expect(Self.open(&updated, &shared) == "M1")
    }

    @Test(
        "Another device's token in this device's partition is removed, from 2.5 on with SEC412",
        arguments: [(SDKVersion(1, 10), []), (SDKVersion(2, 5), ["SEC412"]), (SDKVersion(3, 9), ["SEC412"])])
    func stranger(version: SDKVersion, codes: [String]) throws {
        var app = try Self.app("P1", version)
        app.logIn(deviceID: "other")
        app.prepareStore()
        #expect(app.statusIDs == codes)
        #expect(app.inStore { $0.bucket("M1").authentication } == nil)
        #expect(app.loggedInAt() == nil)
        #expect(app.statusIDs.isEmpty)
    }

    @Test("Another device's token is also noticed when the login is checked, and other requestors keep theirs")
    func strangerLater() throws {
        var app = try Self.app("P2", SDKVersion(3, 9), providers: [MachineBench.mvpd("M2")])
        app.logIn(at: "M2")
        var other = try Self.app("P1", SDKVersion(3, 9))
        other.store.shared = app.store.shared
        other.logIn(deviceID: "other")
        #expect(other.loggedInAt() == nil)
        #expect(other.statusIDs == ["SEC412"])
        app.store.shared = other.store.shared
        #expect(app.loggedInAt() == "M2")
    }

    @Test("A taken-over login is removed when its MVPD changes to authentication per requestor")
    func othersToken() throws {
        var shared = SharedRecord()
        var one = try Self.app("P1", SDKVersion(1, 9))
        var two = try Self.app("P2", SDKVersion(1, 9))
        Self.logIn(&one, &shared)
        #expect(Self.open(&two, &shared) == "M1")
        var later = try Self.app("P2", SDKVersion(1, 9), providers: [MachineBench.mvpd("M1", perRequestor: true)])
        #expect(Self.open(&later, &shared) == nil)
        #expect(shared["c0ffee", "P2"].providers["M1"] == nil)
        #expect(shared["c0ffee", "P1"].providers["M1"]?.authentication != nil)
        #expect(Self.open(&one, &shared) == "M1")
    }

    // MARK: Importer

    /// A store of 1.6 that holds a login.
    private static func older(
        _ requestor: String = "P1", provider: String = "M1", expires: String = MachineBench.later
    ) throws -> SharedRecord {
        var app = try Self.app(requestor, SDKVersion(1, 6), providers: [MachineBench.mvpd(provider)])
        app.logIn(at: provider, expires: expires)
        return app.store.shared
    }

    @Test("1.7 takes the login over from the store of 1.6, once")
    func imported() throws {
        var app = try Self.app("P1", SDKVersion(1, 7))
        app.store.older = [try Self.older()]
        app.prepareStore()
        #expect(app.loggedInAt() == "M1")
        #expect(app.inStore { $0.bucket("M1").canAuthenticate })
        app.inStore { $0.eraseCurrentProvider() }
        app.prepareStore()
        #expect(app.loggedInAt() == nil)
    }

    @Test("The import is recorded in the store: no other app of the requestor imports, one of another requestor does")
    func importedByAnother() throws {
        var first = try Self.app("P1", SDKVersion(1, 7))
        first.prepareStore()
        #expect(first.store.shared.imported == ["": ["P1"]])
        var second = try Self.app("P1", SDKVersion(1, 7))
        second.store.shared = first.store.shared
        second.store.older = [try Self.older()]
        second.prepareStore()
        #expect(second.loggedInAt() == nil)
        var third = try Self.app("P2", SDKVersion(1, 7))
        third.store.shared = first.store.shared
        third.store.older = [try Self.older()]
        third.prepareStore()
        #expect(third.loggedInAt() == "M1")
    }

    @Test("A login of another requestor that could be taken over doesn't stop the importer")
    func importedBesideAdoptable() throws {
        let providers = ["M1", "M2"].map { MachineBench.mvpd($0) }
        var other = try Self.app("P2", SDKVersion(1, 7), providers: providers)
        other.logIn(at: "M2")
        var app = try Self.app("P1", SDKVersion(1, 7), providers: providers)
        app.store.shared = other.store.shared
        app.store.older = [try Self.older()]
        app.prepareStore()
        #expect(app.loggedInAt() == "M1")
    }

    @Test("A login of another requestor is put into that requestor's bucket and taken over from there")
    func importedOfOther() throws {
        var app = try Self.app("P2", SDKVersion(3, 6))
        app.store.older = [SharedRecord(), try Self.older("P1")]
        app.prepareStore()
        #expect(app.store.shared["c0ffee", "P1"].providers["M1"] != nil)
        #expect(app.loggedInAt() == "M1")
    }

    @Test("Nothing is imported if a login is valid, after a logout, or of an expired login or an unlisted MVPD")
    func notImported() throws {
        var app = try Self.app("P1", SDKVersion(1, 7))
        app.logIn()
        let before = app.store.shared
        app.store.older = [try Self.older(expires: "2031/05/14 08:30:00 GMT +0000")]
        app.prepareStore()
        #expect(app.store.shared == before)
        let older = app.store.older
        app.inStore { $0.eraseAllStores() }
        #expect(app.store.older.isEmpty)
        app.store.older = older
        app.prepareStore()
        #expect(app.loggedInAt() == nil)

        for older in [try Self.older(provider: "M9"), try Self.older(expires: MachineBench.earlier)] {
            var app = try Self.app("P1", SDKVersion(1, 7))
            app.store.older = [older]
            app.prepareStore()
            #expect(app.store.shared.isEmpty)
        }
    }

    @Test("The newest usable store wins, and its authZ tokens stay behind")
    func newestFirst() throws {
        let providers = ["M1", "M2", "M3"].map { MachineBench.mvpd($0) }
        var nested = try Self.app("P1", SDKVersion(1, 8), providers: providers)
        nested.logIn(at: "M2")
        nested.inStore { context in
            context.update("M2") { $0.authorizations["r"] = StoredToken(text: "z", deviceID: "c0ffee") }
        }
        var app = try Self.app("P1", SDKVersion(1, 10), providers: providers)
        app.store.older = [nested.store.shared, try Self.older()]
        app.prepareStore()
        #expect(app.loggedInAt() == "M2")
        #expect(app.inStore { $0.bucket("M2").authorizations }.isEmpty)
    }

    @Test("3.7 takes the login of this device's partition over, and leaves the older store as it is")
    func keychain() throws {
        var shared = SharedRecord()
        var other = try Self.app("P1", SDKVersion(3, 6), deviceID: "other")
        var old = try Self.app("P1", SDKVersion(3, 6))
        Self.logIn(&other, &shared)
        var new = try Self.app("P1", SDKVersion(3, 7))
        new.store.older = [shared]
        new.prepareStore()
        #expect(new.store.shared.isEmpty)

        Self.logIn(&old, &shared)
        new = try Self.app("P1", SDKVersion(3, 7))
        new.store.older = [shared]
        new.prepareStore()
        #expect(new.loggedInAt() == "M1")
        // What a downgrade finds.
        #expect(new.store.older == [shared])
        #expect(Self.open(&old, &shared) == "M1")
    }

    @Test("Another device's token moves from an unpartitioned store into its own partition, where it isn't used")
    func importedOfOtherDevice() throws {
        var nested = try Self.app("P1", SDKVersion(1, 7), deviceID: "mac")
        nested.logIn()
        var app = try Self.app("P1", SDKVersion(1, 10))
        app.store.older = [nested.store.shared]
        app.prepareStore()
        #expect(app.loggedInAt() == nil)
        #expect(app.store.shared["mac", "P1"].providers["M1"]?.authentication?.deviceID == "mac")
    }
}
