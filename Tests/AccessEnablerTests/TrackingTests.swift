import Testing

@testable import AccessEnabler

@Suite("Tracking")
struct TrackingTests {
    /// `printf 9F2C41D0-7B6E-4A5D-8C13-E0A7B45D9026 | md5sum`
    static let guid = "9F2C41D0-7B6E-4A5D-8C13-E0A7B45D9026"
    static let hashedGUID = "2387d91c43f5fa40aa1c56ec65127318"

    private func configured(version: SDKVersion = SDKVersion(3, 9)) throws -> MachineBench {
        var pass = MachineBench.provider
        pass.id = "T1"
        pass.tempPass = true
        var bench = try MachineBench.configured(
            providers: [MachineBench.provider, pass], bench: MachineBench(version: version)
        )
        var configuration = try #require(bench.machine.configuration.current)
        configuration.client = DetectedClient(device: "mobile", clientType: "ios", os: "iOS")
        bench.machine.configuration = ConfigurationMachine(configuration)
        return bench
    }

    private func tracked(
        _ track: (inout FlowContext) -> Void, version: SDKVersion = SDKVersion(3, 9)
    ) throws -> AccessEnablerEvent? {
        var bench = try configured(version: version)
        bench.inStore { track(&$0) }
        guard case .callback(let event, _) = bench.effects.first else { return nil }
        return event
    }

    @Test("A login is reported with its MVPD, the hash of its GUID and whether the token was stored")
    func authentication() throws {
        let login = TrackedLogin(provider: "M1", guid: Self.guid, wasCached: false)
        let event = try tracked { $0.trackAuthentication(login) }
        #expect(
            event == .sendTrackingData(["YES", "M1", Self.hashedGUID, "NO", "mobile", "ios", "iOS"], forEventType: 0))
    }

    @Test("A failed login is reported without MVPD and GUID")
    func failedAuthentication() throws {
        let event = try tracked { $0.trackAuthentication(nil) }
        #expect(event == .sendTrackingData(["NO", nil, nil, "None", "mobile", "ios", "iOS"], forEventType: 0))
    }

    @Test("An authorization is tracked with the result that the app got")
    func authorization() throws {
        let login = TrackedLogin(provider: "M1", guid: Self.guid, wasCached: true)
        let granted = try tracked { $0.trackAuthorization(login, error: nil, details: nil) }
        #expect(
            granted
                == .sendTrackingData(
                    ["YES", "M1", Self.hashedGUID, "YES", nil, nil, "mobile", "ios", "iOS"], forEventType: 1))
        let refused = try tracked { $0.trackAuthorization(nil, error: "User Not Authenticated Error", details: "") }
        #expect(
            refused
                == .sendTrackingData(
                    ["NO", nil, nil, "None", "User Not Authenticated Error", "", "mobile", "ios", "iOS"],
                    forEventType: 1))
    }

    @Test("A selection is reported with its MVPD")
    func selection() throws {
        let event = try tracked { $0.trackSelection("M1") }
        #expect(event == .sendTrackingData(["M1", "mobile", "ios", "iOS"], forEventType: 2))
    }

    @Test("Under a temporary pass the GUID is the hash of the device ID")
    func temporaryPass() throws {
        let login = TrackedLogin(provider: "T1", guid: Self.guid, wasCached: false)
        let event = try tracked { $0.trackAuthentication(login) }
        #expect(
            event
                == .sendTrackingData(
                    ["YES", "T1", "3568e4662a21308cbe0736850a6eb988", "NO", "mobile", "ios", "iOS"], forEventType: 0))
    }

    @Test("Before 1.6 the client's details aren't reported")
    func withoutClient() throws {
        let login = TrackedLogin(provider: "M1", guid: Self.guid, wasCached: false)
        let event = try tracked({ $0.trackAuthentication(login) }, version: SDKVersion(1, 5))
        #expect(event == .sendTrackingData(["YES", "M1", Self.hashedGUID, "NO"], forEventType: 0))
    }
}
