import AccessEnabler
import AccessEnablerOpenSSL
import PassSimulator

extension ScenarioSuite {
    static let passiveAuthentication: [Scenario] = [
        Scenario(
            "182", .passive, "A second requestor logs in without the user",
            given: "REF's token for M3 valid; app of P2, MVPD session alive, profile 1.7", when: "setRequestor(P2)",
            then: "ST N001, then SRC(1); check SAS(1); two tokens stored",
            source: "iOS/tvOS SDK overview; Error Reporting; Passive authentication"
        ) { stage in
            let (app, other) = try await stage.passiveApps()
            let before = other.browser.visits.count
            try await other.configure("P2")
            try other.saw(.st("N001", .info), .src(1))
            try app.expect(other.events.last == .setRequestorComplete(1), "SRC at the end", seen: other.seen)
            try other.tracked()
            try other.called("config", "sessionDevice")

            let visits = other.browser.visits.dropFirst(before)
            let login = try other.require(visits.first.map { NavigationURL($0.url, isSecureBrowser: false) }, "a login")
            try other.expect(login["passive"], is: "true", "passive")
            try other.expect(login["requestor_id"], is: stage.cast.p2, "requestor_id")
            try other.expect(login["mso_id"], is: stage.cast.m3, "mso_id")
            try other.expect(
                login["redirect_url"]?.hasSuffix("/completePassiveAuthentication") == true,
                "redirect_url at completePassiveAuthentication", seen: login["redirect_url"] ?? "none")
            try other.expect(visits.allSatisfy { $0.kind == .webView }, "the hidden web view", seen: "\(visits)")

            await other.when("checkAuthentication") { $0.checkAuthentication() }
            try other.saw(.sas(1))
            try other.tracked(.authenticated("M3", cached: true))
            try other.sawNoCalls()
            let tokens = try ["REF", "P2"].map { requestor in
                try other.require(
                    other.authentication(requestor, "M3").flatMap { AuthenticationToken($0.text) },
                    "\(requestor)'s token")
            }
            try other.expect(
                tokens.map(\.requestor), is: [stage.cast.ref, stage.cast.p2], "tokens of their own requestors:")
            await other.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try other.saw(.tok("r"))
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(1))
        },
        Scenario(
            "183", .passive, "The MVPD has no session", given: "as in scenario 182, but the MVPD session has expired",
            when: "setRequestor(P2)",
            then: "ST N001, SRC(1), no SAS; check SAS(0,UNA)",
            source: "Android AccessEnabler 1.8 (behaviour); Passive authentication", needs: [.clock]
        ) { stage in
            let (app, other) = try await stage.passiveApps()
            try await stage.advance(by: .seconds(86_401))
            try await other.configure("P2")
            try other.saw(.st("N001", .info), .src(1))
            try other.tracked()
            await other.when("checkAuthentication") { $0.checkAuthentication() }
            try other.saw(.sas(0, .una), .st("N000"))
            try other.expect(other.authentication("P2", "M3"), is: nil, "P2's token:")
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(1))
        },
        Scenario(
            "184", .passive, "An MVPD without passive authentication",
            given: "as in scenario 182, but M3's passive flag off",
            when: "setRequestor(P2)", then: "no N001, no request; check SAS(0,UNA)",
            source: "Android AccessEnabler 1.8 (behaviour)", isOurs: true, needs: [.policy]
        ) { stage in
            let (_, other) = try await stage.passiveApps()
            try stage.world.configure("{ mvpds: { M3: { passiveAuthnEnabled: false } } }")
            try await stage.sawNoPassiveLogin(other)
        },
        Scenario(
            "185", .passive, "A passive login that never ends",
            given: "as in scenario 182, but the passive answer never comes",
            when: "setRequestor(P2)", then: "SRC(1) after the timeout; check SAS(0,UNA)",
            source: "Android AccessEnabler 1.8 (behaviour)", isOurs: true, needs: [.clock]
        ) { stage in
            let (_, other) = try await stage.passiveApps()
            stage.network.hold("authenticate")
            await other.when("setRequestor(P2)") { $0.setRequestor(stage.cast.p2, setSignedRequestorId: "c2lnbmVk") }
            try other.saw(.st("N001", .info))
            try await stage.advance(by: .milliseconds(9_999))
            try other.sawNothing()
            try await stage.advance(by: .milliseconds(1))
            try other.saw(.src(1))
            await other.step("the browser goes on") { stage.network.release("authenticate") }
            try other.sawNothing()
            await other.when("checkAuthentication") { $0.checkAuthentication() }
            try other.saw(.sas(0, .una), .st("N000"))
        },
        Scenario(
            "186", .passive, "Web views no longer authenticate passively",
            given: "as in scenario 182, but profile 3.1+, M3 in a web view",
            when: "setRequestor(P2)", then: "no passive attempt; check SAS(0,UNA)", source: "WKWebView (3.1)"
        ) { stage in
            let (_, other) = try await stage.passiveApps(profile: .v3_9)
            try await stage.sawNoPassiveLogin(other)
        },
        Scenario(
            "187", .passive, "The secure browser authenticates visibly",
            given: "as in scenario 182, but profile 3.1+, M3 with useSVC", when: "setRequestor(P2)",
            then: "ST N001, SRC(1) through the visible browser, tied by a registration code; check SAS(1)",
            source: "WKWebView (3.1)", needs: [.policy]
        ) { stage in
            try stage.world.configure("{ mvpds: { M3: { useSVC: true } } }")
            let (_, other) = try await stage.passiveApps(profile: .v3_9)
            let before = other.browser.visits.count
            try await other.configure("P2")
            try other.saw(.st("N001", .info), .src(1))
            try other.tracked()
            let visits = other.browser.visits.dropFirst(before)
            try other.expect(
                !visits.isEmpty && visits.allSatisfy { $0.kind == .secureBrowser }, "the secure browser",
                seen: "\(visits)")
            let login = try other.require(visits.first.map { NavigationURL($0.url, isSecureBrowser: true) }, "a login")
            let code = try other.require(login["reg_code"], "reg_code")
            try other.expect(other.call("regcode").answer.contains("\"\(code)\""), "the code that was fetched")
            try other.expect(other.call("sessionDevice")["reg_code"], is: code, "reg_code of the token's request")
            await other.when("checkAuthentication") { $0.checkAuthentication() }
            try other.saw(.sas(1))
            try other.tracked(.authenticated("M3", cached: true))
        },
        Scenario(
            "188", .passive, "An MVPD with single sign-on needs no passive login", given: "M1 (normal), REF's token",
            when: "setRequestor(P2)", then: "no passive request; the token is adopted: SAS(1)",
            source: "iOS/tvOS SDK overview"
        ) { stage in
            let (_, other) = try await stage.passiveApps(at: "M1")
            let before = other.browser.visits.count
            try await other.configure("P2")
            try other.saw(.src(1))
            try other.called("config")
            try other.expect(other.browser.visits.count, is: before, "pages that the browser has loaded:")
            await other.when("checkAuthentication") { $0.checkAuthentication() }
            try other.saw(.sas(1))
            try other.tracked(.authenticated("M1", cached: true))
            try other.sawNoCalls()
        },
    ]
}

extension Stage {
    /// Returns REF's app, which is logged in, and P2's app, which has the same browser and isn't configured yet.
    ///
    /// - Parameters:
    ///   - provider: the MVPD, a role.
    ///   - profile: the SDK, 1.7 by default; SDKs before 1.9 run on iOS 6.
    fileprivate func passiveApps(
        at provider: String = "M3", profile: CompatibilityProfile = CompatibilityProfile(SDKVersion(1, 7))
    ) async throws -> (SimulatedApp, SimulatedApp) {
        let isOld = profile.version < SDKVersion(1, 9)
        let device = device(version: isOld ? "6.1" : "12.1", name: "shared")
        let browser = HeadlessUserAgent(transport: network, credentials: cast.user)
        let app = try await loggedInApp(provider: provider, profile: profile, on: device) { $0.browser = browser }
        let other = try await self.app("com.x.y.AppB", profile: profile, on: device) { $0.browser = browser }
        return (app, other)
    }

    /// Configures P2's app, and expects that no passive login takes place.
    fileprivate func sawNoPassiveLogin(_ app: SimulatedApp) async throws {
        let before = app.browser.visits.count
        try await app.configure("P2")
        try app.saw(.src(1))
        try app.expect(app.calls("sessionDevice").isEmpty, "no request for a token")
        try app.expect(app.browser.visits.count, is: before, "pages that the browser has loaded:")
        await app.when("checkAuthentication") { $0.checkAuthentication() }
        try app.saw(.sas(0, .una), .st("N000"))
    }
}
