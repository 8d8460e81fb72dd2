import AccessEnabler

extension ScenarioSuite {
    /// Logouts with SDKs of every generation of the store.
    static let logoutGenerations: [Scenario] = [
        Scenario(
            "142a", .logout, "A logout reaches the store of 1.6",
            given: "login with 1.6 at M1; app B with 1.7 imports it and logs out",
            when: "app C with 1.7 starts for the first time; the app with 1.6 starts again",
            then: "SAS(0,UNA) in both; no token in any store of the device", source: "iOS/tvOS SDK overview"
        ) { stage in
            let phone = stage.device(version: "6.1", name: "old phone")
            try await outlivesNoLogout(stage, old: SDKVersion(1, 6), new: SDKVersion(1, 7), on: phone)
        },
        Scenario(
            "142b", .logout, "A logout reaches the store of 3.6",
            given: "login with 3.6 at M1; app B with 3.7 imports it and logs out",
            when: "app C with 3.7 starts for the first time; the app with 3.6 starts again",
            then: "SAS(0,UNA) in both; no token in any store of the device", source: "iOS/tvOS SDK overview"
        ) { stage in
            try await outlivesNoLogout(stage, old: SDKVersion(3, 6), new: SDKVersion(3, 7), on: stage.phone)
        },
        Scenario(
            "142c", .logout, "Status 0 ends the logout in every version",
            given: "1.6, 1.8, 2.5, 3.0, 3.6, 3.9; logged in",
            when: "logout; the web view's chain; handleExternalURL, before 3.0 getAuthenticationToken",
            then: "NAV alone, with redirect_url=ADOBEPASS_REDIRECT_URL, where the chain ends; then SAS(0,UNA), once",
            source: "iOS/tvOS SDK overview; iOS/tvOS API reference"
        ) { stage in
            for version in [(1, 6), (1, 8), (2, 5), (3, 0), (3, 6), (3, 9)].map({ SDKVersion($0.0, $0.1) }) {
                let phone = stage.device(
                    version: version < SDKVersion(1, 9, 4) ? "6.1" : "9.2.1", name: "phone with \(version)")
                let app = try await stage.open(version: version, on: phone)
                try await stage.logIn(app)
                await app.when("logout with \(version)") { $0.logout() }
                try app.saw(.nav)
                try app.tracked()
                try app.sawNoCalls()
                try app.holdsNoToken()
                try app.expect(app.navigation?["redirect_url"], is: ADOBEPASS_REDIRECT_URL, "redirect_url")
                try app.expect(try await app.finishInBrowser(), is: ADOBEPASS_REDIRECT_URL, "where the chain ends")
                try app.saw(.sas(0, .una))
                try app.tracked(.notAuthenticated)
                await app.when("the signal again") { enabler in
                    if version < SDKVersion(3, 0) {
                        enabler.getAuthenticationToken()
                    } else {
                        enabler.handleExternalURL(ADOBEPASS_REDIRECT_URL)
                    }
                }
                try app.sawNothing()
                try app.sawNoCalls()
                try await app.expectNotAuthenticated()
            }
        },
    ]

    /// Logs in with an old SDK, imports the login with a new one and logs out there; the login must then be gone
    /// everywhere.
    private static func outlivesNoLogout(
        _ stage: Stage, old: SDKVersion, new: SDKVersion, on phone: SimulatedDevice
    ) async throws {
        let first = try await stage.open(version: old, on: phone)
        try await stage.logIn(first)
        let second = try await stage.open("com.x.y.AppB", version: new, on: phone)
        try await second.expectAuthenticated(at: "M1")
        await second.when("logout") { $0.logout() }
        for generation in StoreGeneration.allCases {
            let stored = second.sharedMedium(generation).text
            try second.expect(!stored.contains("signatureInfo"), "no token of generation \(generation)", seen: stored)
        }
        try await second.finishInBrowser()
        try second.saw(.sas(0, .una))
        let third = try await stage.open("com.x.y.AppC", version: new, on: phone)
        try await third.expectNotAuthenticated()
        try third.holdsNoToken()
        try await first.reopen()
        try await first.expectNotAuthenticated()
        // The logout with the new SDK ended all imports, so a later login with the old SDK isn't imported.
        try await stage.logIn(first)
        try await third.reopen()
        try await third.expectNotAuthenticated()
    }
}
