import PassCore
import Testing

@testable import AccessEnabler

@Suite("Selecting an MVPD")
struct SelectionTests {
    private typealias Bench = MachineBench
    private static let cancelled = [
        Bench.notAuthenticated(PROVIDER_NOT_SELECTED_ERROR), Bench.status("N005", .info),
    ]

    @Test("A selection before getAuthentication is only recorded, then skips the picker")
    func early() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        #expect(bench.call(.setSelectedProvider("M1")).isEmpty)
        #expect(bench.tracked.map(\.event) == [TRACKING_MVPD_SELECTION])
        #expect(bench.pending.isEmpty)
        #expect(bench.getAuthentication().isEmpty)
        try bench.answer("regcode", Bench.codeAnswer)
        #expect(Bench.query("mso_id", of: bench.shownURL) == "M1")
    }

    @Test("A selection after a failed login skips the picker too; without one the picker is shown")
    func afterFailure() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        _ = bench.getAuthentication()
        try bench.select("M1")
        bench.call(.setSelectedProvider(nil))
        #expect(bench.getAuthentication() == [.displayProviderDialog(Bench.providers)])
        bench.call(.setSelectedProvider(nil))
        bench.call(.setSelectedProvider("M1"))
        #expect(bench.getAuthentication().isEmpty)
        try bench.answer("regcode", Bench.codeAnswer)
        #expect(bench.shownURL != nil)
    }

    @Test("Selecting another MVPD removes the requestor's data for the current one")
    func other() throws {
        var bench = try Bench.signedIn()
        #expect(bench.call(.setSelectedProvider("M2")).isEmpty)
        #expect(bench.tracked.map { $0.data.first } == ["M2"])
        #expect(bench.stored("M1")?.authentication == nil)
        #expect(
            bench.call(.checkAuthentication) == [
                Bench.notAuthenticated(USER_NOT_AUTHENTICATED_ERROR), Bench.status("N000", .info),
            ])
    }

    @Test("Selecting the same MVPD erases nothing and reports no event")
    func same() throws {
        var bench = try Bench.signedIn()
        let store = bench.store
        bench.call(.setSelectedProvider("M1"))
        #expect(bench.tracked.isEmpty)
        #expect(bench.store == store)
    }

    @Test("An MVPD that the requestor doesn't have fails the login as if no MVPD was selected")
    func unknown() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        _ = bench.getAuthentication()
        #expect(bench.call(.setSelectedProvider("nope")) == Self.cancelled)
        #expect(bench.getAuthentication() == [.displayProviderDialog(Bench.providers)])
    }

    @Test("A selection before the configuration waits, and then skips the picker", arguments: [false, true])
    func unconfigured(isFirst: Bool) throws {
        var bench = MachineBench.registered()
        if !isFirst { bench.setRequestor() }
        #expect(bench.call(.setSelectedProvider("M1")).isEmpty)
        #expect(bench.getAuthentication().isEmpty)
        if isFirst { bench.setRequestor() }
        #expect(try bench.answer("config", configXML(["M1", "M2"])) == [.setRequestorComplete(1)])
        try bench.answer("regcode", Bench.codeAnswer)
        #expect(Bench.query("mso_id", of: bench.shownURL) == "M1")
    }

    @Test("Cancelling before the configuration waits, too, if no login runs")
    func cancelledUnconfigured() throws {
        var bench = MachineBench.registered()
        bench.setRequestor()
        #expect(bench.call(.setSelectedProvider(nil)).isEmpty)
        #expect(try bench.answer("config", configXML(["M1"])) == [.setRequestorComplete(1)] + Self.cancelled)
    }

    @Test("The end of an async login's task cancels a running login, and nothing else")
    func endOfTask() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        bench.give(.loginWithdrawn)
        #expect(bench.effects.isEmpty)
        _ = bench.getAuthentication()
        bench.give(.loginWithdrawn)
        #expect(bench.events == Self.cancelled)
    }

    @Test("A login that was cancelled at the picker can begin again")
    func cancelPicker() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        _ = bench.getAuthentication()
        #expect(bench.call(.setSelectedProvider(nil)) == Self.cancelled)
        #expect(bench.getAuthentication() == [.displayProviderDialog(Bench.providers)])
    }

    @Test("A late signal of a login that was cancelled at the browser is ignored")
    func cancelBrowser() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        _ = bench.getAuthentication()
        try bench.select("M1")
        #expect(bench.call(.setSelectedProvider(nil)) == Self.cancelled)
        #expect(bench.call(.handleExternalURL("adobepass://ios.app")).isEmpty)
        #expect(bench.pending.isEmpty)
    }

    @Test("A login that was cancelled while its code was fetched opens no browser")
    func cancelCode() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        _ = bench.getAuthentication()
        bench.call(.setSelectedProvider("M1"))
        #expect(bench.call(.setSelectedProvider(nil)) == Self.cancelled)
        #expect(try bench.answer("regcode", Bench.codeAnswer).isEmpty)
    }

    @Test("Cancelling affects only this requestor's current MVPD")
    func cancelScope() throws {
        var bench = try Bench.signedIn(requestor: "P1")
        bench = try Bench.configured(requestor: "P2", providers: [Bench.provider("M2")], bench: bench)
        let other = bench.stored("M1", requestor: "P1")
        _ = bench.getAuthentication()
        try bench.select("M2")
        bench.call(.setSelectedProvider(nil))
        #expect(bench.stored("M1", requestor: "P1") == other)
        #expect(other?.authentication != nil)
        #expect(bench.store.shared.partitions["c0ffee"]?.requestors["P2"]?.currentProvider == nil)
        #expect(bench.stored("M2", requestor: "P2") == nil)
    }

    @Test("Cancelling a forced login keeps the login that it was to replace, and the next one shows the picker")
    func cancelForced() throws {
        var bench = try Bench.signedIn()
        let token = bench.stored("M1")?.authentication
        _ = bench.getAuthentication(force: true)
        #expect(bench.call(.setSelectedProvider(nil)) == Self.cancelled)
        #expect(token != nil)
        #expect(bench.stored("M1")?.authentication == token)
        #expect(bench.stored("M1")?.canAuthenticate == false)
        #expect(bench.call(.checkAuthentication) == [Bench.authenticated()])
        #expect(bench.getAuthentication(force: true) == [.displayProviderDialog(Bench.providers)])
    }

    @Test("Selecting nothing while no login runs is still reported and changes nothing")
    func cancelNothing() throws {
        var bench = try Bench.signedIn()
        let store = bench.store
        #expect(bench.call(.setSelectedProvider(nil)) == Self.cancelled)
        #expect(bench.store == store)
        #expect(bench.getAuthentication() == [Bench.authenticated()])
    }

    @Test("Cancelling a forced login while a configuration is under way keeps the login, too")
    func cancelUnconfigured() throws {
        var bench = try Bench.signedIn()
        _ = bench.getAuthentication(force: true)
        let store = bench.store
        bench.setRequestor()
        #expect(bench.call(.setSelectedProvider(nil)) == Self.cancelled)
        #expect(bench.store == store)
    }

    @Test("An expired login is erased when it is cancelled")
    func cancelExpired() throws {
        var bench = try Bench.signedIn()
        bench.now = bench.now + .hours(2)
        bench.store.own.accessToken?.expires = bench.now + .hours(1)
        _ = bench.getAuthentication()
        #expect(bench.call(.setSelectedProvider(nil)) == Self.cancelled)
        #expect(bench.stored("M1") == nil)
    }

    @Test("Selecting another MVPD while the browser is open restarts the login there")
    func change() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        _ = bench.getAuthentication()
        try bench.select("M1")
        try bench.select("M2")
        #expect(Bench.query("mso_id", of: bench.shownURL) == "M2")
    }
}
