import PassCore
import Testing

@testable import AccessEnabler

@Suite("Passive authentication")
struct PassiveTests {
    /// P2's app, on a device where P1 has a login at M3.
    private func bench(_ version: SDKVersion = SDKVersion(1, 7, 5), holder: String = "M3") throws -> MachineBench {
        var bench = MachineBench(version: version) { $0.hasUserAgent = true }
        bench.store.own.client = ClientCredentials(id: "id", secret: "secret", softwareStatement: "statement.jwt")
        bench.store.own.accessToken = AccessToken(text: "access", expires: bench.now + .hours(1))
        bench = try MachineBench.configured(
            requestor: "P1", providers: [MachineBench.mvpd(holder, perRequestor: holder == "M3")], bench: bench)
        bench.logIn(at: holder, requestor: "P1")
        return bench
    }

    private static let flags = "<authPerAggregator>true</authPerAggregator>"

    private func follow(_ bench: MachineBench) -> (id: BrowsingID, url: String, end: String, isVisible: Bool)? {
        for case .follow(let id, let url, let end, let isVisible) in bench.effects { return (id, url, end, isVisible) }
        return nil
    }

    private func alarms(_ bench: MachineBench) -> [String] {
        bench.effects.compactMap { effect in
            switch effect {
            case .setAlarm(.passiveTimeout, let delay): "set \(delay)"
            case .cancelAlarm(.passiveTimeout): "cancel"
            case .stopFollowing: "stop"
            default: nil
            }
        }
    }

    @Test("Another requestor's login leads to one for this requestor, after which setRequestor ends")
    func succeeds() throws {
        var bench = try bench()
        bench.setRequestor("P2")
        #expect(try bench.answer("config", configXML(["M3"], more: Self.flags)) == [.status("N001", .info)])
        #expect(alarms(bench) == ["set 10000"])
        let browsing = try #require(follow(bench))
        #expect(
            browsing.url.hasPrefix(
                "http://127.0.0.1:8080/adobe-services/1.0/authenticate/saml?domain_name=adobe.com&noflash=true"
                    + "&no_iframe=true&mso_id=M3&requestor_id=P2&client_type=iOS&client_version=1.7.5&passive=true"
                    + "&redirect_url=http%3A%2F%2F127.0.0.1%3A8080%2Fadobe-services%2F1.0%2Fcomplete"))
        #expect(browsing.end == "http://127.0.0.1:8080/adobe-services/1.0/completePassiveAuthentication")
        #expect(!browsing.isVisible)
        bench.call(.checkAuthentication)
        #expect(bench.events.isEmpty)
        #expect(bench.give(.followed(browsing.id, end: browsing.end)).count == 1)
        let answer = sessionXML("P2")
        #expect(try bench.answer("sessionDevice", answer).first == .setRequestorComplete(1))
        #expect(alarms(bench) == ["cancel"])
        #expect(bench.loggedInAt() == "M3")
        let requestors = bench.store.shared.partitions[""]?.requestors
        #expect(requestors?.compactMapValues { $0.providers["M3"]?.authentication }.count == 2)
        #expect(requestors?["P2"]?.providers["M3"]?.canAuthenticate == true)
    }

    @Test("However the passive login fails, setRequestor succeeds and the app gets no other callback")
    func fails() throws {
        for (name, fail) in Self.failures {
            var bench = try bench()
            bench.setRequestor("P2")
            try bench.answer("config", configXML(["M3"], more: Self.flags))
            let browsing = try #require(follow(bench))
            try fail(&bench, browsing.id, browsing.end)
            #expect(bench.events == [.setRequestorComplete(1)], "\(name)")
            #expect(bench.loggedInAt() == nil, "\(name)")
            #expect(!bench.machine.passiveLogin.isRunning, "\(name)")
        }
    }

    private static let failures: [(String, @Sendable (inout MachineBench, BrowsingID, String) throws -> Void)] = [
        (
            "nobody is known",
            { bench, id, end in
                bench.give(.followed(id, end: end))
                try bench.answer("sessionDevice", status: 401, "Data not found")
            }
        ),
        ("the browser ends elsewhere", { bench, id, _ in bench.give(.followed(id, end: nil)) }),
        ("time runs out", { bench, _, _ in bench.give(.rang(.passiveTimeout)) }),
        (
            "the token has expired",
            { bench, id, end in
                bench.give(.followed(id, end: end))
                try bench.answer("sessionDevice", sessionXML("P2", expires: MachineBench.earlier))
            }
        ),
        (
            "the token isn't trusted",
            { bench, id, end in
                bench.give(.followed(id, end: end))
                try bench.answer("sessionDevice", with: .failed(.untrusted("self-signed")))
            }
        ),
    ]

    @Test("When time has run out, the browser is stopped and its late result is ignored")
    func late() throws {
        var bench = try bench()
        bench.setRequestor("P2")
        try bench.answer("config", configXML(["M3"], more: Self.flags))
        let browsing = try #require(follow(bench))
        bench.give(.rang(.passiveTimeout))
        #expect(alarms(bench) == ["cancel", "stop"])
        bench.give(.followed(browsing.id, end: browsing.end))
        #expect(bench.effects.isEmpty)
    }

    @Test("A later setRequestor stops the passive login")
    func superseded() throws {
        var bench = try bench()
        bench.setRequestor("P2")
        try bench.answer("config", configXML(["M3"], more: Self.flags))
        bench.setRequestor("P3")
        #expect(alarms(bench) == ["cancel", "stop"])
        #expect(try bench.answer("config/P3", configXML(["M1"])) == [.setRequestorComplete(1)])
    }

    @Test(
        "A passive login isn't tried unless its conditions are met",
        arguments: [
            "<authPerAggregator>true</authPerAggregator><passiveAuthnEnabled>false</passiveAuthnEnabled>", "",
        ])
    func flagsOff(flags: String) throws {
        var bench = try bench()
        bench.setRequestor("P2")
        #expect(try bench.answer("config", configXML(["M3"], more: flags)).last == .setRequestorComplete(1))
        #expect(follow(bench) == nil)
        #expect(bench.pending.isEmpty)
    }

    @Test(
        "No passive login is tried off the main thread, without a browser, with another current MVPD, or with an old token"
    )
    func otherConditions() throws {
        let xml = configXML(["M3", "M1"], more: Self.flags)
        var offMain = try bench()
        offMain.call(.setRequestor(RequestorSetting(requestor: "P2"), isOnMain: false))
        #expect(try offMain.answer("config", xml) == [.setRequestorComplete(1)])

        var blind = try bench()
        var setup = blind.machine.setup
        setup.hasUserAgent = false
        blind.machine = EntitlementMachine(setup)
        blind.setRequestor("P2")
        #expect(try blind.answer("config", xml) == [.setRequestorComplete(1)])

        var other = try bench()
        other.store.shared.partitions[""]?.requestors["P2"] = RequestorBucket(currentProvider: "M1")
        other.setRequestor("P2")
        #expect(try other.answer("config", xml) == [.setRequestorComplete(1)])

        var old = try bench()
        old.now = old.now + .days(1)
        old.setRequestor("P2")
        #expect(try old.answer("config", xml) == [.setRequestorComplete(1)])
    }

    @Test("From 3.1 on only the visible secure browser logs in passively; a code links it to the token")
    func secureBrowser() throws {
        var webView = try bench(SDKVersion(3, 9))
        webView.setRequestor("P2")
        #expect(try webView.answer("config", configXML(["M3"], more: Self.flags)) == [.setRequestorComplete(1)])

        var bench = try bench(SDKVersion(3, 9))
        bench.setRequestor("P2")
        try bench.answer("config", configXML(["M3"], more: Self.flags + "<useSVC>true</useSVC>"))
        #expect(bench.events == [.status("N001", .info)])
        #expect(follow(bench) == nil)
        try bench.answer("reggie/v1/P2/regcode", #"{"code":"Q7XK2MB","expires":1936513800000}"#)
        let browsing = try #require(follow(bench))
        #expect(browsing.isVisible)
        #expect(browsing.url.contains("&reg_code=Q7XK2MB&"))
        bench.give(.followed(browsing.id, end: browsing.end))
        let session = try #require(bench.pending.first?.request)
        #expect(String(decoding: session.body, as: UTF8.self).contains("&reg_code=Q7XK2MB&"))
        #expect(try bench.answer("sessionDevice", sessionXML("P2")) == [.setRequestorComplete(1)])
        #expect(bench.loggedInAt() == "M3")
    }

    @Test("Without a registration code the passive login ends silently")
    func noCode() throws {
        var bench = try bench(SDKVersion(3, 0))
        bench.setRequestor("P2")
        try bench.answer("config", configXML(["M3"], more: Self.flags))
        #expect(try bench.answer("regcode", status: 500) == [.setRequestorComplete(1)])
        #expect(alarms(bench) == ["cancel"])
    }

    @Test("Where the MVPD shares its logins the other requestor's token is taken over instead")
    func shared() throws {
        var bench = try bench(holder: "M1")
        bench.setRequestor("P2")
        #expect(try bench.answer("config", configXML(["M1"])) == [.setRequestorComplete(1)])
        #expect(bench.pending.isEmpty)
        #expect(bench.loggedInAt() == "M1")
    }
}

/// The answer with an authN token for M3.
private func sessionXML(_ requestor: String, expires: String = MachineBench.later) -> String {
    let token = MachineBench.authenticationToken(requestor, "M3", expires: expires)
    var escaped = ""
    for character in token { escaped += character == "<" ? "&lt;" : character == ">" ? "&gt;" : String(character) }
    return "<result><authnToken>\(escaped)</authnToken><userMeta>{}</userMeta></result>"
}
