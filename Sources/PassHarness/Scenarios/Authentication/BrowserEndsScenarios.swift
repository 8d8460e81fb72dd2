import AccessEnabler
import PassSimulator

extension ScenarioSuite {
    /// The browser during a login: at a selected MVPD, at an MVPD that it doesn't trust, and at the redirect URL.
    static let browserEnds: [Scenario] = [
        Scenario(
            "55a", .authentication, "A selected MVPD is used though its last login failed",
            given: "M1 stored with an expired token and canAuthenticate false",
            when: "getAuthentication; the same store, setSelectedProvider(M1), getAuthentication",
            then: "DPD without a selection; no DPD with it: NAV for M1, SAS(1,\"\")", source: "iOS/tvOS SDK overview",
            needs: [.clock, .policy]
        ) { stage in
            let app = try await stage.appWithExpiredLogin()
            app.sharedMedium.replace(#""canAuthenticate":true"#, with: #""canAuthenticate":false"#)
            let stored = app.sharedMedium.bytes
            let bucket = try app.require(app.record()?.providers[stage.cast.m1], "a bucket of M1 in the store")
            try app.expect(!bucket.canAuthenticate && bucket.authentication != nil, "a token without canAuthenticate")
            try await app.showPicker()
            try await app.cancel()
            app.sharedMedium.bytes = stored
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            try app.saw()
            try app.tracked()
            try app.expect(app.record()?.providers[stage.cast.m1]?.canAuthenticate, is: false, "canAuthenticate")
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.nav)
            try app.expect(app.navigation?["mso_id"], is: stage.cast.m1, "mso_id")
            try await app.finishInBrowser()
            try app.saw(.sas(1))
            _ = try app.storedLogin(at: "M1")
        },
        Scenario(
            "55b", .authentication, "The web view doesn't trust the MVPD's login host",
            given: "NAV for M1; the login host's certificate is untrusted",
            when: "the web view loads the URL; setSelectedProvider(nil), or handleExternalURL without a login",
            then: """
                no callback while the web view fails, and no SEC420, because the connection isn't the SDK's; SAS(0,PNS), ST \
                N005, or SAS(0,GAN), ST N130
                """,
            source: "iOS/tvOS SDK overview; Error Reporting; that the SDK stays silent is our choice"
        ) { stage in
            let app = try await stage.configuredApp()
            let login = "\(stage.serviceProvider.dropLast("adobe-services".count))_sim/mvpd/"
            for isCancelled in [true, false] {
                try await app.showPicker()
                let url = try await app.select("M1").text
                stage.network.distrust("*", at: login)
                await app.step("the web view fails") {
                    let end = await app.browser.follow(url, until: ADOBEPASS_REDIRECT_URL, isVisible: false)
                    if end != nil { app.browser.clearCookies() }
                }
                let refused = stage.network.exchanges.last { $0.origin == .browser }
                let failure = try stage.require(refused, "a request of the browser")
                guard case .failed(.untrusted) = failure.outcome else {
                    throw stage.fail("an untrusted connection", seen: failure.description)
                }
                try app.sawNothing()
                try app.sawNoCalls()
                if isCancelled {
                    try await app.cancel()
                } else {
                    await app.when("handleExternalURL") { $0.handleExternalURL(ADOBEPASS_REDIRECT_URL) }
                    try app.saw(.sas(0, .gan), .st("N130"))
                }
                stage.network.restore()
            }
            try await stage.logIn(app)
        },
        Scenario(
            "55c", .authentication, "The redirect URL of every version", given: "1.6, 1.8, 1.9, 2.5, 3.0, 3.9",
            when: "a login in the web view",
            then: "redirect_url in NAV is the constant ADOBEPASS_REDIRECT_URL; the chain ends there; SAS(1,\"\")",
            source: "iOS/tvOS API reference; iOS/tvOS cookbook"
        ) { stage in
            for version in [(1, 6), (1, 8), (1, 9), (2, 5), (3, 0), (3, 9)].map({ SDKVersion($0.0, $0.1) }) {
                let phone = stage.device(
                    version: version < SDKVersion(1, 9, 4) ? "6.1" : "9.2.1", name: "phone with \(version)")
                let app = try await stage.configuredApp(profile: CompatibilityProfile(version), on: phone)
                try await app.showPicker()
                let url = try await app.select("M1")
                try app.expect(url["redirect_url"], is: ADOBEPASS_REDIRECT_URL, "redirect_url with \(version):")
                try app.expect(try await app.finishInBrowser(), is: ADOBEPASS_REDIRECT_URL, "where the chain ends")
                try app.saw(.sas(1))
            }
        },
    ]
}
