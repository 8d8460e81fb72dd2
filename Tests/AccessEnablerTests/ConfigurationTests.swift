import AccessEnablerOpenSSL
import PassCore
import Testing

@testable import AccessEnabler

/// An answer of the configuration with these MVPDs.
func configXML(_ ids: [String], more: String = "", time: Int64? = nil) -> String {
    let providers = ids.map { id in
        "<mvpd><id>\(id)</id><displayName>\(id)</displayName><logoUrl>https://l/</logoUrl>\(more)</mvpd>"
    }
    let clock = time.map { "<time>\($0)</time>" } ?? ""
    return "<config>\(clock)<requestor><id>REF</id><mvpds>\(providers.joined())</mvpds></requestor></config>"
}

extension MachineBench {
    /// A bench that needs no access token.
    static func legacy(_ version: SDKVersion = SDKVersion(2, 5)) -> MachineBench { MachineBench(version: version) }

    /// A bench whose client has an access token.
    static func registered() -> MachineBench {
        var bench = MachineBench()
        bench.store.own.client = ClientCredentials(id: "id", secret: "secret", softwareStatement: "statement.jwt")
        bench.store.own.accessToken = AccessToken(text: "access", expires: bench.now + .hours(1))
        return bench
    }

    @discardableResult
    mutating func setRequestor(_ requestor: String = "REF", _ serviceProviders: [String] = []) -> [AccessEnablerEvent] {
        call(
            .setRequestor(
                RequestorSetting(requestor: requestor, serviceProviders: serviceProviders), isOnMain: true))
    }

    var providers: [MVPD] { machine.configuration.current?.providers ?? [] }
}

extension AccessEnablerEvent {
    static func status(
        _ id: String, _ level: AdvancedStatus.Level = .error, message: String? = nil
    ) -> AccessEnablerEvent {
        .status(AdvancedStatus(id: id, level: level, message: message))
    }
}

@Suite("Configuration")
struct ConfigurationTests {
    @Test("A requestor that the service knows is configured with one call, and reported once")
    func configured() throws {
        var bench = MachineBench.registered()
        #expect(bench.setRequestor().isEmpty)
        #expect(bench.pending.map(\.request.url) == ["http://127.0.0.1:8080/adobe-services/1.0/config/REF"])
        #expect(try bench.answer("config", configXML(["M1", "M2"])) == [.setRequestorComplete(1)])
        #expect(bench.providers.map(\.id) == ["M1", "M2"])
        #expect(bench.pending.isEmpty)
    }

    @Test("A requestor's ID can't change the path or the query")
    func escaped() {
        var bench = MachineBench.registered()
        bench.setRequestor("A/../B?c=d")
        #expect(bench.pending.first?.request.url.hasSuffix("/config/A%2F..%2FB%3Fc%3Dd") == true)
    }

    @Test(
        "An HTTP status of the service is reported as the documented code, and the configuration has failed",
        arguments: [
            (400, "CFG400"), (403, "SEC403"), (404, "CFG404"), (429, "CFG429"), (500, "CFG500"), (503, "CFG503"),
            (302, "CFG404"),
        ])
    func refused(status: Int, code: String) throws {
        var bench = MachineBench.registered()
        bench.setRequestor()
        #expect(try bench.answer("config", status: status) == [.status(code), .setRequestorComplete(0)])
        #expect(bench.machine.configuration.setting == nil, "still configured")
    }

    @Test(
        "410 is reported as a client that is too old, by the original callback and its tracking event",
        arguments: [SDKVersion(1, 3), SDKVersion(3, 9)])
    func tooOld(version: SDKVersion) throws {
        var bench = version < SDKVersion(3, 0) ? MachineBench.legacy(version) : .registered()
        bench.setRequestor()
        #expect(
            try bench.answer("config", status: 410) == [
                .setAuthenticationStatus(0, errorCode: SERVER_API_TOO_OLD), .setRequestorComplete(0),
            ])
        let detected = version < SDKVersion(1, 6) ? [] : ["unknown", "ios", "iOS"]
        #expect(bench.tracked.map(\.data) == [[TRACKING_NO, nil, nil, TRACKING_NONE] + detected])
        #expect(bench.tracked.map(\.event) == [TRACKING_AUTHENTICATION])
    }

    @Test("A service that can't be reached is tried twice; then CFG404 is reported")
    func unreachable() throws {
        var bench = MachineBench.registered()
        bench.setRequestor()
        #expect(try bench.answer("config", with: .failed(.unreachable("refused"))).isEmpty)
        #expect(
            try bench.answer("config", with: .failed(.timedOut)) == [.status("CFG404"), .setRequestorComplete(0)])
    }

    @Test("A certificate that isn't trusted is reported as SEC420, at once")
    func untrusted() throws {
        var bench = MachineBench.registered()
        bench.setRequestor()
        #expect(
            try bench.answer("config", with: .failed(.untrusted("self-signed")))
                == [.status("SEC420", message: "self-signed"), .setRequestorComplete(0)])
    }

    @Test("An answer that isn't a configuration, or has an MVPD without a name, fails")
    func unreadable() throws {
        for body in ["<html><body>hello</body></html>", "hello", configXML([""])] {
            var bench = MachineBench.registered()
            bench.setRequestor()
            #expect(try bench.answer("config", body) == [.status("CFG500"), .setRequestorComplete(0)], "\(body)")
            #expect(bench.errorLines.count == 1, "\(body)")
        }
    }

    @Test("All service providers are asked at once; an MVPD stays with the one that listed it first")
    func pinned() throws {
        var bench = MachineBench.registered()
        bench.setRequestor("REF", ["https://one.example/sp", "https://two.example/sp"])
        #expect(bench.pending.count == 2)
        #expect(try bench.answer("two.example", configXML(["M1"])).isEmpty)
        #expect(try bench.answer("one.example", configXML(["M2", "M1"])) == [.setRequestorComplete(1)])
        #expect(bench.providers.map(\.id) == ["M1", "M2"])
        #expect(bench.providers.map(\.spUrl) == ["https://two.example/sp", "https://one.example/sp"])
        #expect(bench.providers.map(\.spBaseUrl) == ["https://two.example", "https://one.example"])
    }

    @Test("One service provider that is down doesn't matter while another answers")
    func oneDown() throws {
        var bench = MachineBench.registered()
        bench.setRequestor("REF", ["https://one.example/sp", "https://two.example/sp"])
        try bench.answer("two.example", configXML(["M1"]))
        #expect(try bench.answer("one.example", status: 503) == [.setRequestorComplete(1)])
        #expect(bench.providers.map(\.id) == ["M1"])
    }

    @Test("Plain HTTP to another machine is never used: a line is logged, and CFG404 reported")
    func plainHTTP() {
        var bench = MachineBench.registered()
        #expect(bench.setRequestor("REF", ["http://sp.example/x"]) == [.status("CFG404"), .setRequestorComplete(0)])
        #expect(bench.pending.isEmpty)
        #expect(bench.errorLines.count == 1)
    }

    @Test("A device whose clock is off by more than 59 s gets a warning, by the time in the answer or else its date")
    func clock() throws {
        for (offset, isTold) in [(59_000, false), (59_001, true), (-59_001, true), (172_800_000, true)] {
            var bench = MachineBench.registered()
            bench.setRequestor()
            let events = try bench.answer(
                "config", configXML(["M1"], time: bench.now.milliseconds + Int64(offset)))
            #expect(events == (isTold ? [.status("CFG100", .warning)] : []) + [.setRequestorComplete(1)], "\(offset)")
        }
        var bench = MachineBench.registered()
        bench.setRequestor()
        let events = try bench.answer(
            "config", configXML(["M1"]), fields: [TransportField("date", "Fri, 16 May 2031 08:00:00 GMT")])
        #expect(events == [.status("CFG100", .warning), .setRequestorComplete(1)])
    }

    @Test("Only the newest setRequestor is reported")
    func superseded() throws {
        var bench = MachineBench.registered()
        bench.setRequestor("REF")
        bench.setRequestor("REF2")
        #expect(try bench.answer("config/REF2", configXML(["M2"])) == [.setRequestorComplete(1)])
        #expect(try bench.answer("config/REF", configXML(["M1"])).isEmpty)
        #expect(bench.providers.map(\.id) == ["M2"])
    }

    @Test("Held calls run after a configuration that succeeds, not after one that fails")
    func held() throws {
        var bench = MachineBench.registered()
        bench.setRequestor()
        bench.call(.checkAuthentication)
        bench.call(.logout)
        #expect(try bench.answer("config", status: 503) == [.status("CFG503"), .setRequestorComplete(0)])
        #expect(bench.machine.heldCalls.count == 2)
        bench.setRequestor()
        #expect(try bench.answer("config", configXML(["M1"])).first == .setRequestorComplete(1))
        #expect(bench.machine.heldCalls.isEmpty)
    }

    @Test("A configuration that requests a logout removes this requestor's login only")
    func pendingLogout() throws {
        var bench = try MachineBench.configured(requestor: "P1", bench: .registered())
        bench.logIn()
        bench = try MachineBench.configured(bench: bench)
        bench.logIn()
        bench.setRequestor()
        let xml = configXML(["M1"]).replacing("<requestor>", with: "<pendingLogout>true</pendingLogout><requestor>")
        #expect(try bench.answer("config", xml) == [.setRequestorComplete(1)])
        let requestors = try #require(bench.store.shared.partitions["c0ffee"]?.requestors)
        #expect(requestors["REF"] == nil)
        #expect(requestors["P1"]?.providers["M1"]?.authentication != nil)
    }

    @Test("Off the main thread one error is logged, and the configuration succeeds")
    func offMain() throws {
        var bench = MachineBench.registered()
        bench.call(.setRequestor(RequestorSetting(requestor: "REF"), isOnMain: false))
        #expect(bench.errorLines.count == 1)
        #expect(try bench.answer("config", configXML(["M1"])) == [.setRequestorComplete(1)])
        #expect(bench.errorLines.isEmpty)
    }
}

extension MachineBench {
    /// The error lines of the last input.
    var errorLines: [String] {
        effects.compactMap { if case .log(.error, let line) = $0 { line } else { nil } }
    }
}
