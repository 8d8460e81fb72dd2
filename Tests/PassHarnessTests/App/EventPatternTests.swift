import AccessEnabler
import PassCore
import Testing

@testable import PassHarness

@Suite("What a scenario expects to see")
struct EventPatternTests {
    private static let cast = Cast(ids: ["M1": "AcmeCable", "r": "NEWS"])
    private static let provider = MVPD(
        id: "AcmeCable", displayName: "Acme", logoURL: "l", spUrl: "s", spBaseUrl: "b")

    /// An app that has been called back with these.
    private static func app(_ events: AccessEnablerEvent...) throws -> SimulatedApp { try app(events) }

    private static func app(_ events: [AccessEnablerEvent]) throws -> SimulatedApp {
        let stage = Stage(
            .foreign(serviceProvider: "http://127.0.0.1:9/adobe-services", certificateAuthority: nil), cast: cast)
        let app = try SimulatedApp(
            AccessEnabler.AppIdentity(bundleID: "com.x.y.AppA", teamID: "TEAM1"), setup: AppSetup(), on: stage.phone,
            of: stage)
        app.beginStep("checkAuthentication")
        app.state.withLock { $0.events = events }
        return app
    }

    private static func status(_ id: String, message: String? = nil) -> AccessEnablerEvent {
        .status(AdvancedStatus(id: id, level: .error, message: message))
    }

    @Test(
        "Each pattern matches its own callback, with roles for IDs, and no other",
        arguments: [
            (EventPattern.src(1), AccessEnablerEvent.setRequestorComplete(1), "SRC(1)"),
            (.sas(1), .setAuthenticationStatus(1, errorCode: ""), "SAS(1,\"\")"),
            (.sas(0, .una), .setAuthenticationStatus(0, errorCode: USER_NOT_AUTHENTICATED_ERROR), "SAS(0,UNA)"),
            (.dpd(["M1"]), .displayProviderDialog([provider]), "DPD[M1]"),
            (.nav("u"), .navigateToUrl("u"), "NAV(u)"),
            (.navsvc, .navigateToUrlUseSVC("u", useSVC: true), "NAVSVC(YES)"),
            (.tok("r"), .setToken("token", forResource: "NEWS"), "TOK(t,r)"),
            (
                .trf("r", .unz, "No."),
                .tokenRequestFailed("NEWS", errorCode: USER_NOT_AUTHORIZED_ERROR, errorDescription: "No."),
                "TRF(r,UNZ,\"No.\")"
            ),
            (.pre(["r", "x"]), .preauthorizedResources(["NEWS", "x"]), "PRE([r,x])"),
            (.sel("M1"), .selectedProvider(provider), "SEL(M1)"), (.sel(nil), .selectedProvider(nil), "SEL(nil)"),
            (
                .meta("v", 3, encrypted: true),
                .setMetadataStatus("v", encrypted: true, forKey: 3, andArguments: [:]), "META(\"v\",YES,3)"
            ),
            (.meta(nil, 0), .setMetadataStatus(nil, encrypted: false, forKey: 0, andArguments: [:]), "META(nil,NO,0)"),
            (.st("N000"), status("N000"), "ST N000"),
            (.presentDialog, .presentTvProviderDialog, "presentTvProviderDialog"),
        ])
    func fits(pattern: EventPattern, event: AccessEnablerEvent, notation: String) throws {
        #expect(pattern.notation == notation)
        try Self.app(event).saw(pattern)
        let others: [AccessEnablerEvent] = [
            .setRequestorComplete(0), .setAuthenticationStatus(0, errorCode: PROVIDER_NOT_SELECTED_ERROR),
            .displayProviderDialog([]), .navigateToUrl("other"), .navigateToUrlUseSVC("u", useSVC: false),
            .setToken("token", forResource: "r"), .setToken("", forResource: "NEWS"),
            .tokenRequestFailed("NEWS", errorCode: USER_NOT_AUTHORIZED_ERROR, errorDescription: ""),
            .preauthorizedResources(["x", "NEWS"]), .dismissTvProviderDialog, Self.status("N001"),
            .setMetadataStatus("w", encrypted: false, forKey: 3, andArguments: [:]),
        ]
        for other in others where other != event {
            #expect(throws: ScenarioFailure.self) { try Self.app(other).saw(pattern) }
        }
    }

    @Test("Main callbacks are compared in order, status events as a set, tracking not at all")
    func order() throws {
        let app = try Self.app(
            Self.status("N010"), .setAuthenticationStatus(1, errorCode: ""),
            .sendTrackingData(["NO"], forEventType: 0), Self.status("N010"), .setToken("t", forResource: "NEWS"))
        try app.saw(.sas(1), .tok("r"), .st("N010"))
        try app.sawInAnyOrder(.tok("r"), .st("N010"), .sas(1))
        #expect(throws: ScenarioFailure.self) { try app.saw(.tok("r"), .sas(1), .st("N010")) }
        #expect(throws: ScenarioFailure.self) { try app.saw(.sas(1), .tok("r")) }
        #expect(throws: ScenarioFailure.self) { try app.saw(.sas(1), .tok("r"), .st("N010"), .st("N011")) }
        #expect(throws: ScenarioFailure.self) { try app.saw(.sas(1), .st("N010")) }
        #expect(throws: ScenarioFailure.self) { try app.sawNothing() }
    }

    @Test("Without order each callback still needs a pattern of its own")
    func anyOrder() throws {
        let app = try Self.app(.setToken("t", forResource: "NEWS"), .setToken("t", forResource: "x"))
        try app.sawInAnyOrder(.tok("x"), .tok("r"))
        #expect(throws: ScenarioFailure.self) { try app.sawInAnyOrder(.tok("x"), .tok("x")) }
    }

    @Test("A failure names the step, what was expected and what arrived")
    func failure() throws {
        let app = try Self.app(
            .setAuthenticationStatus(0, errorCode: GENERIC_AUTHENTICATION_ERROR),
            Self.status("N130", message: "No token."))
        do {
            try app.saw(.sas(1), .st("N011", .info))
            Issue.record("nothing was thrown")
        } catch let failure as ScenarioFailure {
            #expect(failure.step == "checkAuthentication")
            #expect(failure.expected == "SAS(1,\"\") ST N011(info)")
            #expect(failure.seen == "SAS(0,GAN) ST N130(error,\"No token.\")")
        }
    }

    @Test("Tracking is compared value by value, with the documented lengths")
    func tracking() throws {
        let guid = "0123456789abcdef0123456789abcdef"
        let app = try Self.app(
            .setAuthenticationStatus(1, errorCode: ""),
            .sendTrackingData(["YES", "AcmeCable", guid, "NO", "mobile", "ios", "iOS"], forEventType: 0),
            .setAuthenticationStatus(0, errorCode: USER_NOT_AUTHENTICATED_ERROR),
            .sendTrackingData(["NO", nil, "None", nil, "mobile", "ios", "iOS"], forEventType: 0))
        try app.tracked(.authenticated("M1", cached: false, client: "ios"), .notAuthenticated)
        #expect(throws: ScenarioFailure.self) {
            try app.tracked(.authenticated("M1", cached: true), .notAuthenticated)
        }
        #expect(throws: ScenarioFailure.self) { try app.tracked(.notAuthenticated) }
        #expect(throws: ScenarioFailure.self) {
            try app.tracked(.authenticated("M1", cached: false, guid: .none), .notAuthenticated)
        }
        let short = try Self.app(
            .setAuthenticationStatus(1, errorCode: ""),
            .sendTrackingData(["YES", "AcmeCable", guid, "NO"], forEventType: 0))
        #expect(throws: ScenarioFailure.self) { try short.tracked(.authenticated("M1", cached: false)) }
    }

    @Test("Tracking follows directly on the main callback that it reports, except for status events")
    func trackingOrder() throws {
        let ended = AccessEnablerEvent.setAuthenticationStatus(0, errorCode: PROVIDER_NOT_SELECTED_ERROR)
        let tracked = AccessEnablerEvent.sendTrackingData(["NO", nil, "None", nil, "", "", ""], forEventType: 0)
        try Self.app(ended, Self.status("N005", message: ""), tracked, .displayProviderDialog([]))
            .tracked(.notAuthenticated)
        for events in [[tracked, ended], [tracked], [ended, .displayProviderDialog([]), tracked]] {
            let app = try Self.app(events)
            #expect(throws: ScenarioFailure.self) { try app.tracked(.notAuthenticated) }
        }
        let token = AccessEnablerEvent.setToken("t", forResource: "NEWS")
        let authorized = AccessEnablerEvent.sendTrackingData(
            ["YES", "AcmeCable", String(repeating: "0", count: 32), "NO", nil, nil, "", "", ""], forEventType: 1)
        try Self.app(token, authorized).tracked(.authorized("M1", cached: false))
        let early = try Self.app(authorized, token)
        #expect(throws: ScenarioFailure.self) { try early.tracked(.authorized("M1", cached: false)) }
        // A selection has no callback of its own.
        try Self.app(.sendTrackingData(["AcmeCable", "", "", ""], forEventType: 2)).tracked(.selected("M1"))
    }
}
