import AccessEnablerOpenSSL
import PassCore
import Testing

@testable import AccessEnabler

@Suite("The stored login")
struct StoredLoginTests {
    /// An app whose requestor is configured.
    static func app(
        _ requestor: String = "P1", _ providers: [MVPD] = [MachineBench.mvpd("M1")],
        version: SDKVersion = SDKVersion(3, 9), deviceID: String = "c0ffee"
    ) throws -> MachineBench {
        try .configured(
            requestor: requestor, providers: providers, bench: MachineBench(version: version, deviceID: deviceID))
    }

    @Test("A token is valid up to the last instant of its time, and not after")
    func expiry() throws {
        var app = try Self.app()
        app.logIn(expires: "2031/05/14 08:00:00 GMT +0000")
        #expect(app.loggedInAt() == "M1")
        app.now.milliseconds += 1
        #expect(app.loggedInAt() == nil)
        guard case .expired(let token, let provider) = app.inStore({ $0.storedLogin() }) else {
            Issue.record("the token isn't told as expired")
            return
        }
        #expect(token.requestor == "P1")
        #expect(provider == "M1")
    }

    @Test("A token of an MVPD that left the list is reported as foreign")
    func foreignProvider() throws {
        var app = try Self.app("P1", [MachineBench.mvpd("M1"), MachineBench.mvpd("M2")])
        app.logIn(at: "M2")
        var later = try Self.app()
        later.store = app.store
        guard case .foreignProvider(let token) = later.inStore({ $0.storedLogin() }) else {
            Issue.record("the MVPD isn't told as foreign")
            return
        }
        #expect(token.provider == "M2")
    }

    @Test("Without a configuration there is no login, and nothing is kept")
    func unconfigured() {
        var bench = MachineBench()
        bench.logIn()
        #expect(bench.loggedInAt() == nil)
        #expect(bench.store == EntitlementStore())
    }

    @Test("A text that isn't a token is ignored, and stays")
    func unreadable() throws {
        var app = try Self.app()
        app.inStore { context in
            context.setCurrentProvider("M1")
            context.update("M1") { $0.authentication = StoredToken(text: "garbage", deviceID: "c0ffee") }
        }
        let before = app.store
        #expect(app.loggedInAt() == nil)
        #expect(app.store == before)
    }

    @Test("Another requestor's login is taken over with its metadata and without its authZ tokens")
    func adoption() throws {
        var one = try Self.app()
        one.logIn()
        one.inStore { context in
            context.update("M1") { bucket in
                bucket.userMetadata = "{}"
                bucket.preauthorized = StoredPreauthorization(asked: ["r"], allowed: [])
                bucket.authorizations["r"] = StoredToken(
                    text: MachineBench.authorizationToken("P1", "r"), deviceID: "c0ffee")
            }
        }
        var two = try Self.app("P2")
        two.store.shared = one.store.shared
        #expect(two.loggedInAt() == "M1")
        let (bucket, current, token) = two.inStore {
            ($0.bucket("M1"), $0.currentProviderID, $0.authorizationToken(for: "r", at: "M1"))
        }
        #expect(current == "M1")
        #expect(bucket.canAuthenticate)
        #expect(
            bucket.authentication == StoredToken(text: MachineBench.authenticationToken("P1", "M1"), deviceID: "c0ffee")
        )
        #expect(bucket.userMetadata == "{}")
        #expect(bucket.preauthorized?.asked == ["r"])
        #expect(token == nil)
    }

    @Test(
        "No login is taken over at an unlisted MVPD, per requestor, without single sign-on, or beside a selected one",
        arguments: [
            ([MachineBench.mvpd("M2")], nil), ([MachineBench.mvpd("M1", perRequestor: true)], nil),
            ([MachineBench.mvpd("M1", isSsoDisabled: true)], nil),
            ([MachineBench.mvpd("M1"), MachineBench.mvpd("M2")], "M2"),
        ] as [([MVPD], String?)])
    func noAdoption(providers: [MVPD], chosen: String?) throws {
        var one = try Self.app()
        one.logIn()
        var two = try Self.app("P2", providers)
        two.store.shared = one.store.shared
        two.inStore { $0.setCurrentProvider(chosen) }
        #expect(two.loggedInAt() == nil)
        // The first app is still logged in when the second one is, elsewhere.
        if providers.count == 1 { two.logIn(at: providers[0].id) }
        one.store.shared = two.store.shared
        #expect(one.loggedInAt() == "M1")
    }

    @Test("A login where single sign-on is off is hidden from other requestors")
    func privateLogin() throws {
        var two = try Self.app("P2", [MachineBench.mvpd("M1", isSsoDisabled: true)])
        two.logIn()
        var one = try Self.app()
        one.store.shared = two.store.shared
        #expect(one.loggedInAt() == nil)
    }

    @Test("Two apps of one requestor share its authZ tokens; the resource is compared as it is written")
    func sharedAuthorization() throws {
        var one = try Self.app()
        one.logIn()
        let stored = StoredToken(text: MachineBench.authorizationToken("P1", "r"), deviceID: "c0ffee")
        one.inStore { $0.update("M1") { $0.authorizations["r"] = stored } }
        var two = try Self.app()
        two.store.shared = one.store.shared
        #expect(two.inStore { $0.authorizationToken(for: "r", at: "M1") } == stored)
        #expect(two.inStore { $0.authorizationToken(for: "R", at: "M1") } == nil)
        #expect(two.inStore { $0.authorizationToken(for: "r", at: "M2") } == nil)
        two.now.milliseconds += 3_600_001
        #expect(two.inStore { $0.authorizationToken(for: "r", at: "M1") } == nil)
    }

    @Test("Cancelling erases only this requestor's record at its current MVPD")
    func erase() throws {
        var two = try Self.app("P2", [MachineBench.mvpd("M2")])
        two.logIn(at: "M2")
        let kept = two.store.shared
        var one = try Self.app()
        one.store.shared = kept
        one.logIn()
        one.inStore { $0.eraseCurrentProvider() }
        #expect(one.store.shared == kept)
        #expect(one.inStore { $0.currentProviderID } == nil)
    }

    @Test("Selecting another MVPD removes the data stored for the former one")
    func otherProvider() throws {
        var app = try Self.app("P1", [MachineBench.mvpd("M1"), MachineBench.mvpd("M2")])
        app.logIn()
        app.inStore { $0.setCurrentProvider("M2") }
        #expect(app.inStore { $0.bucket("M1") } == Bucket())
        #expect(app.inStore { $0.currentProviderID } == "M2")
    }

    @Test("A logout empties what apps share and keeps the client's registration")
    func wipe() throws {
        var app = try Self.app()
        app.logIn()
        let client = app.store.own.client
        app.inStore { $0.eraseAllStores() }
        #expect(app.store.shared.isEmpty)
        #expect(app.store.erasesOtherGenerations)
        #expect(app.store.own.client == client)
        #expect(client != nil)
    }
}
