import AccessEnablerOpenSSL
import PassCore
import Testing

@testable import AccessEnabler

@Suite("The one record of SDKs up to 1.6")
struct SingleRecordTests {
    private static func app(_ requestor: String, _ providers: MVPD...) throws -> MachineBench {
        try StoredLoginTests.app(requestor, providers, version: SDKVersion(1, 6))
    }

    @Test("All apps share one login, and the login of another MVPD replaces it")
    func shared() throws {
        var one = try Self.app("P1", MachineBench.mvpd("M1"))
        one.logIn()
        var two = try Self.app("P2", MachineBench.mvpd("M1"), MachineBench.mvpd("M2"))
        two.store.shared = one.store.shared
        #expect(two.loggedInAt() == "M1")
        two.logIn(at: "M2")
        one.store.shared = two.store.shared
        #expect(one.loggedInAt() == nil)
        #expect(one.inStore { $0.currentProviderID } == "M2")
    }

    @Test("Another programmer's token at an MVPD that isn't ours is no login; our own there is an error")
    func replaced() throws {
        var one = try Self.app("P1", MachineBench.mvpd("M1"))
        var two = try Self.app("P2", MachineBench.mvpd("M2"))
        two.logIn(at: "M2")
        one.store.shared = two.store.shared
        one.call(.checkAuthentication)
        #expect(one.events.contains(.setAuthenticationStatus(0, errorCode: USER_NOT_AUTHENTICATED_ERROR)))
        #expect(one.statusIDs == ["N000"])
        one.logIn(at: "M2", requestor: "P1")
        one.call(.checkAuthentication)
        #expect(one.events.contains(.setAuthenticationStatus(0, errorCode: GENERIC_AUTHENTICATION_ERROR)))
    }

    @Test("The token of an MVPD with authentication per requestor is the app's own")
    func perRequestor() throws {
        let provider = MachineBench.mvpd("M3", perRequestor: true)
        var one = try Self.app("P1", provider)
        one.logIn(at: "M3")
        #expect(one.store.shared == SharedRecord())
        #expect(one.store.own.single?.provider == "M3")
        #expect(one.loggedInAt() == "M3")
        var two = try Self.app("P2", provider)
        two.store.shared = one.store.shared
        #expect(two.loggedInAt() == nil)
        one.inStore { $0.eraseAllStores() }
        #expect(one.store.own.single == nil)
    }

    @Test("A shared token of another requestor is removed when its MVPD changes to authentication per requestor")
    func turned() throws {
        var one = try Self.app("P1", MachineBench.mvpd("M1"))
        one.logIn()
        var two = try Self.app("P2", MachineBench.mvpd("M1", perRequestor: true))
        two.store.shared = one.store.shared
        #expect(two.loggedInAt() == nil)
        two.prepareStore()
        #expect(two.store.shared.single == nil)
        var same = try Self.app("P1", MachineBench.mvpd("M1", perRequestor: true))
        same.store.shared = one.store.shared
        same.prepareStore()
        #expect(same.loggedInAt() == "M1")
    }

    @Test("Cancelling and selecting change the one record, and authZ tokens belong to their requestor")
    func events() throws {
        var app = try Self.app("P1", MachineBench.mvpd("M1"), MachineBench.mvpd("M2"))
        app.logIn()
        let stored = StoredToken(text: MachineBench.authorizationToken("P1", "r"), deviceID: "c0ffee")
        app.inStore { $0.update("M1") { $0.authorizations["r"] = stored } }
        #expect(app.inStore { $0.authorizationToken(for: "r", at: "M1") } == stored)
        var other = try Self.app("P2", MachineBench.mvpd("M1"))
        other.store.shared = app.store.shared
        #expect(other.inStore { $0.authorizationToken(for: "r", at: "M1") } == nil)
        app.inStore { $0.setCurrentProvider("M2") }
        #expect(app.inStore { $0.bucket("M1") } == Bucket())
        app.inStore { $0.eraseCurrentProvider() }
        #expect(app.store.shared.single == nil)
    }
}
