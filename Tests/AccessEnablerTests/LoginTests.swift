import PassCore
import Testing

@testable import AccessEnabler

@Suite("Logging in with a browser")
struct LoginTests {
    private typealias Bench = MachineBench

    private func open(_ provider: String = "M1", _ bench: MachineBench = MachineBench()) throws -> MachineBench {
        var bench = try Bench.configured(providers: Bench.providers, bench: bench)
        _ = bench.getAuthentication()
        try bench.select(provider)
        return bench
    }

    @Test("The browser gets the service's login with the code that was fetched for it")
    func url() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        _ = bench.getAuthentication()
        #expect(bench.call(.setSelectedProvider("M1")).isEmpty)
        #expect(bench.tracked.map { $0.data.first } == ["M1"])
        #expect(bench.pending.map(\.request.url) == ["http://127.0.0.1:8080/reggie/v1/REF/regcode"])
        let events = try bench.answer("regcode", status: 201, Bench.codeAnswer)
        let url = try #require(bench.shownURL)
        #expect(events == [.navigateToUrl(url)])
        #expect(url.hasPrefix("http://127.0.0.1:8080/adobe-services/authenticate/saml?"))
        #expect(Bench.query("mso_id", of: url) == "M1")
        #expect(Bench.query("requestor_id", of: url) == "REF")
        #expect(Bench.query("reg_code", of: url) == "ABC1234")
        #expect(Bench.query("redirect_url", of: url) == "adobepass://ios.app")
    }

    @Test("No browser opens without a code", arguments: [(500, ""), (200, "{}"), (200, "no json")])
    func withoutCode(status: Int, body: String) throws {
        var bench = try Bench.configured(providers: Bench.providers)
        _ = bench.getAuthentication()
        bench.call(.setSelectedProvider("M1"))
        let events = try bench.answer("regcode", status: status, body)
        #expect(events == [Bench.notAuthenticated(GENERIC_AUTHENTICATION_ERROR), Bench.status("REG500", .error)])
        #expect(bench.getAuthentication() == [.displayProviderDialog(Bench.providers)])
    }

    @Test("The signal fetches the token once, by its code, and stores it beside the device's identifier")
    func success() throws {
        var bench = try open()
        #expect(bench.call(.handleExternalURL("adobepass://ios.app")).isEmpty)
        #expect(bench.pending.count == 1)
        #expect(bench.form.contains("reg_code=ABC1234"))
        #expect(try bench.answer("sessionDevice", Bench.session()) == [Bench.authenticated()])
        #expect(bench.tracked.map { $0.data.prefix(2) + [$0.data[3]] } == [["YES", "M1", "NO"]])
        let stored = try #require(bench.stored("M1"))
        #expect(stored.authentication == StoredToken(text: Bench.token(), deviceID: "c0ffee"))
        #expect(stored.canAuthenticate)
        #expect(stored.userMetadata == #"{"updated":1735689600000,"encrypted":[],"data":{"userID":"u-77"}}"#)
    }

    @Test("A second signal is ignored, before the answer and after it")
    func repeated() throws {
        var bench = try open()
        bench.call(.handleExternalURL("adobepass://ios.app"))
        #expect(bench.call(.handleExternalURL("adobepass://ios.app")).isEmpty)
        #expect(bench.pending.count == 1)
        try bench.answer("sessionDevice", Bench.session())
        #expect(bench.call(.handleExternalURL("adobepass://ios.app")).isEmpty)
        #expect(bench.pending.isEmpty)
    }

    @Test("Other URLs leave the login open", arguments: [nil, "https://other", "adbe.other://adobe.com"])
    func otherURL(url: String?) throws {
        var bench = try open()
        #expect(bench.call(.handleExternalURL(url)).isEmpty)
        #expect(bench.pending.isEmpty)
        bench.call(.handleExternalURL("adobepass://ios.app"))
        #expect(try bench.answer("sessionDevice", Bench.session()) == [Bench.authenticated()])
    }

    @Test(
        "The app's own scheme is a signal whatever its case", arguments: ["adbe.abc://", "ADBE.ABC://adobe.com"])
    func ownScheme(url: String) throws {
        var bench = try open()
        bench.call(.handleExternalURL(url))
        #expect(bench.pending.count == 1)
    }

    @Test(
        "Without a usable token the login has failed, and its MVPD is forgotten",
        arguments: [
            (401, "Data not found", "N130", AdvancedStatus.Level.error),
            (200, #"<pendingLogout reason="34764">true</pendingLogout>"#, "N000", .info),
            (500, "", "N500", .error), (200, "<result/>", "N500", .error), (403, "", "SEC403", .error),
            (200, MachineBench.session(expires: "2031/05/14 07:59:59 GMT +0000"), "N500", .error),
            (200, MachineBench.session(provider: "M9"), "N500", .error),
            (200, MachineBench.session(expires: "tomorrow"), "N500", .error),
        ])
    func failure(status: Int, body: String, id: String, level: AdvancedStatus.Level) throws {
        var bench = try open()
        bench.call(.handleExternalURL("adobepass://ios.app"))
        let events = try bench.answer("sessionDevice", status: status, body)
        #expect(events == [Bench.notAuthenticated(GENERIC_AUTHENTICATION_ERROR), Bench.status(id, level)])
        #expect(bench.tracked.map { $0.data.first } == ["NO"])
        #expect(bench.call(.getSelectedProvider) == [.selectedProvider(nil)])
        #expect(bench.stored("M1") == nil)
    }

    @Test("Without a network the login has failed; an untrusted certificate is reported as such")
    func transport() throws {
        var bench = try open()
        bench.call(.handleExternalURL("adobepass://ios.app"))
        #expect(try bench.answer("sessionDevice", with: .failed(.unreachable("down"))).isEmpty)
        #expect(
            try bench.answer("sessionDevice", with: .failed(.unreachable("down"))) == [
                Bench.notAuthenticated(GENERIC_AUTHENTICATION_ERROR), Bench.status("N500", .error),
            ])
        bench = try open()
        bench.call(.handleExternalURL("adobepass://ios.app"))
        #expect(
            try bench.answer("sessionDevice", with: .failed(.untrusted("self-signed"))) == [
                Bench.notAuthenticated(GENERIC_AUTHENTICATION_ERROR),
                .status(AdvancedStatus(id: "SEC420", level: .error, message: "self-signed")),
            ])
    }

    @Test(
        "A login by a rule that authenticates all users is reported",
        arguments: ["d35b501e0385360feccc755c59f5767b46c54c7d", "95cf93bcd183214a0011"])
    func degradation(guid: String) throws {
        var bench = try open()
        bench.call(.handleExternalURL("adobepass://ios.app"))
        #expect(
            try bench.answer("sessionDevice", Bench.session(guid: guid)) == [
                Bench.authenticated(), Bench.status("N010", .warning),
            ])
    }

    @Test(
        "Before 3.0 the web view's cookies are sent instead of a code", arguments: [SDKVersion(1, 9), SDKVersion(2, 4)])
    func cookies(version: SDKVersion) throws {
        var bench = try Bench.configured(providers: Bench.providers, bench: MachineBench(version: version))
        _ = bench.getAuthentication()
        let events = bench.call(.setSelectedProvider("M1"))
        let url = try #require(bench.shownURL)
        #expect(events == [.navigateToUrl(url)])
        #expect(Bench.query("reg_code", of: url) == nil)
        #expect(Bench.query("redirect_url", of: url) == ADOBEPASS_REDIRECT_URL)
        bench.call(.handleExternalURL(ADOBEPASS_REDIRECT_URL))
        #expect(!bench.form.contains("reg_code"))
        #expect(bench.effects.contains { if case .request(_, _, sharesCookies: true) = $0 { true } else { false } })
        #expect(try bench.answer("sessionDevice", Bench.session()) == [Bench.authenticated()])
    }

    @Test("A signal that arrives during a setRequestor waits, and the login goes on afterwards")
    func reconfiguration() throws {
        var bench = try open()
        let configuration = bench.machine.configuration
        bench.machine.configuration = ConfigurationMachine()
        bench.call(.handleExternalURL("adobepass://ios.app"))
        #expect(bench.pending.isEmpty)
        bench.machine.configuration = configuration
        bench.run { $0.makeHeldCalls() }
        bench.call(.checkAuthentication)
        #expect(bench.machine.login.attempt?.stage == .fetchingToken(mvpd: "M1"))
    }

    @Test("A setRequestor for another requestor ends the login; one for the same lets it go on")
    func otherRequestor() throws {
        for (requestor, isOver) in [("REF2", true), ("REF", false)] {
            var bench = try open()
            bench.call(.setRequestor(RequestorSetting(requestor: requestor), isOnMain: true))
            #expect((bench.machine.login.attempt == nil) == isOver)
        }
    }
}
