import PassCore
import Testing

@testable import AccessEnabler

@Suite("Logging out")
struct LogoutTests {
    private typealias Bench = MachineBench
    private static let loggedOut = [
        Bench.notAuthenticated(USER_NOT_AUTHENTICATED_ERROR), Bench.status("N000", .info),
    ]

    @Test("A logout empties the store at once, and the browser gets the service's logout URL")
    func url() throws {
        var bench = try Bench.signedIn()
        let events = bench.call(.logout)
        #expect(bench.store.shared.partitions.values.allSatisfy { $0.requestors.isEmpty })
        let url = try #require(bench.shownURL)
        #expect(events == [.navigateToUrl(url)])
        #expect(url.hasPrefix("http://127.0.0.1:8080/adobe-services/logout?"))
        #expect(Bench.query("mso_id", of: url) == "M1")
        #expect(Bench.query("requestor_id", of: url) == "REF")
        #expect(Bench.query("name_id", of: url) == "dXNlci1oYW5kbGU=")
        #expect(Bench.query("session_index", of: url) == "aWR4LTAwNDI=")
        #expect(Bench.query("redirect_url", of: url) == "adobepass://ios.app")
        #expect(bench.call(.checkAuthentication) == Self.loggedOut)
    }

    @Test("The signal ends a logout, once")
    func end() throws {
        var bench = try Bench.signedIn()
        bench.call(.logout)
        #expect(
            bench.call(.handleExternalURL("adobepass://ios.app")) == [
                Bench.notAuthenticated(USER_NOT_AUTHENTICATED_ERROR)
            ])
        #expect(bench.tracked.map { $0.data.first } == ["NO"])
        #expect(bench.call(.handleExternalURL("adobepass://ios.app")).isEmpty)
        #expect(bench.getAuthentication() == [.displayProviderDialog(Bench.providers)])
    }

    @Test("Other requestors are logged out as well")
    func everyone() throws {
        var bench = try Bench.signedIn(requestor: "P1")
        bench = try Bench.configured(requestor: "P2", providers: Bench.providers, bench: bench)
        bench.call(.logout)
        bench = try Bench.configured(requestor: "P1", providers: Bench.providers, bench: bench)
        #expect(bench.call(.checkAuthentication) == Self.loggedOut)
    }

    @Test("Without a login the app gets the logout's final URL itself")
    func nobody() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        #expect(bench.call(.logout) == [.navigateToUrl("adobepass://ios.app")])
        #expect(bench.call(.handleExternalURL("adobepass://ios.app")).count == 1)
        #expect(bench.pending.isEmpty)
    }

    @Test("On tvOS the SDK calls the service itself, and any answer ends the logout")
    func tv() throws {
        for answer in [Answer.response(TransportResponse(status: 302)), .response(TransportResponse(status: 500))] {
            var bench = try Bench.signedIn(MachineBench(system: AccessEnabler.OperatingSystem(.tvOS, version: "12.1")))
            #expect(bench.call(.logout).isEmpty)
            #expect(bench.store.shared.partitions.values.allSatisfy { $0.requestors.isEmpty })
            #expect(try bench.answer("logout", with: answer) == [Bench.notAuthenticated(USER_NOT_AUTHENTICATED_ERROR)])
            #expect(bench.call(.logout) == [Bench.notAuthenticated(USER_NOT_AUTHENTICATED_ERROR)])
        }
    }

    @Test("A logout ends a running login, and what waits for it")
    func aborts() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        bench.call(.getAuthorization(ResourceRequest(resource: "r1")))
        _ = bench.getAuthentication()
        try bench.select("M1")
        bench.call(.handleExternalURL("adobepass://ios.app"))
        #expect(bench.call(.logout) == [.navigateToUrl("adobepass://ios.app")])
        #expect(try bench.answer("sessionDevice", Bench.session()).isEmpty)
        #expect(bench.stored("M1") == nil)
        #expect(
            bench.call(.handleExternalURL("adobepass://ios.app")) == [
                Bench.notAuthenticated(USER_NOT_AUTHENTICATED_ERROR)
            ])
    }

    @Test("A media token that arrives after the logout isn't delivered")
    func lateMediaToken() throws {
        var bench = try Bench.signedIn()
        bench.call(.checkAuthorization(ResourceRequest(resource: "r")))
        try bench.answer("authorizeDevice", AuthorizationTests.answer("r"))
        bench.call(.logout)
        #expect(
            try bench.answer("deviceShortAuthorize", AuthorizationTests.media) == [
                AuthorizationTests.refused(USER_NOT_AUTHENTICATED_ERROR), Bench.status("N000", .info),
            ])
    }

    @Test("A logout after a login from the platform reports that the platform stays signed in")
    func platform() throws {
        var bench = try Bench.signedIn()
        bench.store.shared.partitions["c0ffee"]?.requestors["REF"]?.providers["M1"]?.isFromPlatform = true
        bench.call(.logout)
        #expect(
            bench.call(.handleExternalURL("adobepass://ios.app")) == [
                Bench.notAuthenticated(USER_NOT_AUTHENTICATED_ERROR), Bench.status("VSA203", .info),
            ])
    }

    @Test("Before 3.0 the signal ends a logout too", arguments: [SDKVersion(1, 6), SDKVersion(1, 8), SDKVersion(2, 4)])
    func old(version: SDKVersion) throws {
        var bench = try Bench.signedIn(MachineBench(version: version))
        let events = bench.call(.logout)
        let url = try #require(bench.shownURL)
        #expect(events == [.navigateToUrl(url)])
        #expect(Bench.query("redirect_url", of: url) == ADOBEPASS_REDIRECT_URL)
        let end = [Bench.notAuthenticated(USER_NOT_AUTHENTICATED_ERROR)]
        #expect(bench.call(.handleExternalURL(ADOBEPASS_REDIRECT_URL)) == end)
        #expect(bench.call(.handleExternalURL(ADOBEPASS_REDIRECT_URL)).isEmpty)
    }

    @Test("A media token that arrives during the next setRequestor isn't delivered either", arguments: ["REF", "P2"])
    func laterMediaToken(requestor: String) throws {
        var bench = try Bench.signedIn()
        bench.call(.checkAuthorization(ResourceRequest(resource: "r")))
        try bench.answer("authorizeDevice", AuthorizationTests.answer("r"))
        bench.call(.logout)
        bench.setRequestor(requestor)
        #expect(
            try bench.answer("deviceShortAuthorize", AuthorizationTests.media) == [
                AuthorizationTests.refused(USER_NOT_AUTHENTICATED_ERROR), Bench.status("N000", .info),
            ])
    }

    @Test("A login's browser takes the next signal, even if a logout hasn't returned")
    func overtaken() throws {
        var bench = try Bench.signedIn()
        bench.call(.logout)
        _ = bench.getAuthentication()
        try bench.select("M1")
        bench.call(.handleExternalURL("adobepass://ios.app"))
        #expect(try bench.answer("sessionDevice", Bench.session()) == [Bench.authenticated()])
    }
}
