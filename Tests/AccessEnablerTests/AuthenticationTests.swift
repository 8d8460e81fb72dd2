import PassCore
import Testing

@testable import AccessEnabler

@Suite("Whether the user is logged in")
struct AuthenticationTests {
    private typealias Bench = MachineBench

    @Test("Without a token no user is logged in, and the service isn't asked")
    func nobody() throws {
        var bench = try Bench.configured()
        let events = bench.call(.checkAuthentication)
        #expect(events == [Bench.notAuthenticated(USER_NOT_AUTHENTICATED_ERROR), Bench.status("N000", .info)])
        #expect(bench.pending.isEmpty)
    }

    @Test("A valid token is reported with its tracking, and no request is sent")
    func valid() throws {
        var bench = try Bench.signedIn()
        #expect(bench.call(.checkAuthentication) == [Bench.authenticated()])
        #expect(bench.pending.isEmpty)
        let tracked = try #require(bench.tracked.first)
        #expect(tracked.event == TRACKING_AUTHENTICATION)
        // python3 -c 'import hashlib; print(hashlib.md5(b"9F2C41D0-7B6E-4A5D-8C13-E0A7B45D9026").hexdigest())'
        #expect(tracked.data.prefix(4) == ["YES", "M1", "2387d91c43f5fa40aa1c56ec65127318", "YES"])
    }

    @Test("A token is valid through the second in which it expires, and not after it")
    func expiry() throws {
        var bench = try Bench.signedIn()
        bench.now = bench.now + .hours(1)
        #expect(bench.call(.checkAuthentication) == [Bench.authenticated()])
        bench.now = bench.now + .seconds(1)
        #expect(
            bench.call(.checkAuthentication) == [
                Bench.notAuthenticated(USER_NOT_AUTHENTICATED_ERROR), Bench.status("N000", .info),
            ])
    }

    @Test("A token of an MVPD that has left the configuration is an error")
    func foreign() throws {
        var bench = try Bench.configured(
            providers: [Bench.provider("M2")], bench: Bench.signedIn())
        #expect(
            bench.call(.checkAuthentication) == [
                Bench.notAuthenticated(GENERIC_AUTHENTICATION_ERROR), Bench.status("N500", .error),
            ])
    }

    @Test("A user who is logged in sees neither picker nor browser")
    func cached() throws {
        var bench = try Bench.signedIn()
        #expect(bench.getAuthentication() == [Bench.authenticated()])
        #expect(bench.pending.isEmpty)
    }

    @Test("The picker gets every MVPD of the requestor")
    func picker() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        #expect(bench.getAuthentication() == [.displayProviderDialog(Bench.providers)])
        #expect(bench.pending.isEmpty)
    }

    @Test("Without MVPDs a login fails instead of showing an empty picker")
    func emptyPicker() throws {
        var bench = try Bench.configured(providers: [])
        #expect(
            bench.getAuthentication() == [
                Bench.notAuthenticated(GENERIC_AUTHENTICATION_ERROR), Bench.status("N500", .error),
            ])
    }

    @Test("A remembered MVPD skips the picker when the token has expired")
    func remembered() throws {
        var bench = try Bench.signedIn()
        bench.now = bench.now + .hours(2)
        bench.store.own.accessToken?.expires = bench.now + .hours(1)
        #expect(bench.getAuthentication().isEmpty)
        try bench.answer("regcode", Bench.codeAnswer)
        #expect(Bench.query("mso_id", of: bench.shownURL) == "M1")
    }

    @Test("A remembered MVPD doesn't skip the picker where the profile says so")
    func rememberedIsOff() throws {
        var bench = try Bench.signedIn(Bench { $0.profile.rememberedProviderSkipsPicker = false })
        bench.now = bench.now + .hours(2)
        #expect(bench.getAuthentication() == [.displayProviderDialog(Bench.providers)])
    }

    @Test("An MVPD whose last login failed, or which has left the list, isn't remembered", arguments: [true, false])
    func notRemembered(hasFailed: Bool) throws {
        var bench = try Bench.signedIn()
        bench.now = bench.now + .hours(2)
        let rest = hasFailed ? Bench.providers : [Bench.provider("M2")]
        if hasFailed {
            bench.store.shared.partitions["c0ffee"]?.requestors["REF"]?.providers["M1"]?.canAuthenticate = false
        }
        bench = try Bench.configured(providers: rest, bench: bench)
        #expect(bench.getAuthentication() == [.displayProviderDialog(rest)])
    }

    @Test("A forced login runs although the user is logged in")
    func forced() throws {
        var bench = try Bench.signedIn()
        #expect(bench.getAuthentication(force: true).isEmpty)
        try bench.answer("regcode", Bench.codeAnswer)
        #expect(Bench.query("mso_id", of: bench.shownURL) == "M1")
    }

    @Test("Data goes into the URL of the next login only")
    func data() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        _ = bench.getAuthentication(data: ["k": "v & w"])
        try bench.select("M1")
        #expect(Bench.query("generic_data", of: bench.shownURL) == #"{"k":"v & w"}"#)
        bench.call(.handleExternalURL("adobepass://ios.app"))
        try bench.answer("sessionDevice", Bench.session())
        _ = bench.getAuthentication(force: true)
        try bench.answer("regcode", Bench.codeAnswer)
        #expect(Bench.query("generic_data", of: bench.shownURL) == nil)
        #expect(Bench.query("mso_id", of: bench.shownURL) == "M1")
    }

    @Test("A second getAuthentication waits for the first and is then answered")
    func second() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        _ = bench.getAuthentication()
        #expect(bench.getAuthentication().isEmpty)
        try bench.select("M1")
        bench.call(.handleExternalURL("adobepass://ios.app"))
        let events = try bench.answer("sessionDevice", Bench.session())
        #expect(events == [Bench.authenticated(), Bench.authenticated()])
        #expect(bench.tracked.map(\.data[3]) == ["NO", "YES"])
    }

    @Test("A second getAuthentication shows the picker when the first was cancelled")
    func secondAfterCancel() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        _ = bench.getAuthentication()
        _ = bench.getAuthentication()
        let events = bench.call(.setSelectedProvider(nil))
        #expect(
            events == [
                Bench.notAuthenticated(PROVIDER_NOT_SELECTED_ERROR), Bench.status("N005", .info),
                .displayProviderDialog(Bench.providers),
            ])
    }

    @Test("Resources that wait start one login, and are dropped without a callback when it is cancelled")
    func waitingResources() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        for (resource, expected) in [("r1", [.displayProviderDialog(Bench.providers)]), ("r2", [])]
            as [(String, [AccessEnablerEvent])]
        {
            #expect(bench.call(.getAuthorization(ResourceRequest(resource: resource))) == expected)
        }
        let events = bench.call(.setSelectedProvider(nil))
        #expect(events == [Bench.notAuthenticated(PROVIDER_NOT_SELECTED_ERROR), Bench.status("N005", .info)])
        #expect(bench.machine.authorization.waiting.isEmpty)
    }

    @Test("The selected MVPD is reported while there is one")
    func selected() throws {
        var bench = MachineBench()
        #expect(bench.call(.getSelectedProvider) == [.selectedProvider(nil)])
        bench = try Bench.signedIn()
        #expect(bench.call(.getSelectedProvider) == [.selectedProvider(Bench.providers[0])])
        bench.call(.logout)
        #expect(bench.call(.getSelectedProvider) == [.selectedProvider(nil)])
    }
}
