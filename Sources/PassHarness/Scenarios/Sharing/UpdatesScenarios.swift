import AccessEnabler

extension ScenarioSuite {
    /// Updates of the system and of the SDK that change the device ID.
    static let sharingUpdates: [Scenario] = [
        Scenario(
            "169", .sharing, "1.7.5 removes tokens of iOS 6 on iOS 7",
            given: "profile 1.7.5; tokens made on iOS 6, then iOS 7", when: "setRequestor, checkAuthentication",
            then: "the sanitizer removed them; SAS(0,UNA); authorization fails at once", source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await loggedIn(stage, SDKVersion(1, 7, 5), iOS: "6.1")
            app.device.upgradeOS(to: "7.0")
            try await app.launch()
            try app.expect(app.bucket()?.authentication != nil, "the token, before setRequestor")
            try await app.configureQuietly()
            try app.expect(app.bucket()?.authentication == nil, "no authN token", seen: app.sharedMedium.text)
            try await app.expectNotAuthenticated()
            try await app.expectUnauthorized()
        },
        Scenario(
            "170", .sharing, "1.7.4 keeps tokens of iOS 6 on iOS 7, and authorization fails without a clear reason",
            given: "profile 1.7.4; tokens made on iOS 6, then iOS 7",
            when: "checkAuthentication, checkAuthorization(r)",
            then: """
                SAS(1,""), then TRF(r,GAZ,""), ST Z500: the service says pendingLogout; the token is kept, SAS(1,"") again
                """,
            source: "iOS/tvOS SDK overview; the codes are our choice"
        ) { stage in
            let app = try await loggedIn(stage, SDKVersion(1, 7, 4), iOS: "6.1")
            app.device.upgradeOS(to: "7.0")
            try await app.launch()
            try await app.configureQuietly()
            try await app.expectAuthenticated(at: "M1")
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.trf("r", .gaz, ""), .st("Z500"))
            try app.tracked(.notAuthorized(provider: "M1", guid: .md5))
            try app.called("authorizeDevice")
            let answer = try app.call("authorizeDevice").answer
            try app.expect(answer.contains("pendingLogout"), "pendingLogout", seen: answer)
            try app.expect(app.bucket()?.authentication != nil, "the token kept")
            try await app.expectAuthenticated(at: "M1")
        },
        Scenario(
            "171", .sharing, "1.7.5 removes tokens of other devices, and no others",
            given: "profile 1.7.5; one token with the current device ID, one with another", when: "setRequestor",
            then: "only the latter is removed", source: "iOS/tvOS SDK overview", needs: [.policy]
        ) { stage in
            let phone = stage.device(version: "7.0", name: "phone with iOS 7")
            let version = SDKVersion(1, 7, 5)
            let one = try await stage.open(version: version, on: phone)
            try await stage.logIn(one)
            let two = try await stage.open("com.z.AppB", requestor: "REF2", version: version, on: phone)
            try await stage.logIn(two, "M2")
            two.moveLogin("REF2", "M2", to: String(repeating: "0", count: 64))
            let kept = one.bucket()?.authentication
            try await one.reopen()
            try one.expect(one.bucket()?.authentication, is: kept, "the token with the current device ID:")
            try one.expect(one.bucket(at: "M2", of: "REF2")?.authentication == nil, "the other token gone")
            try await one.expectAuthenticated(at: "M1")
            try await two.reopen("REF2")
            try await two.expectNotAuthenticated()
        },
        Scenario(
            "171a", .sharing, "1.7.4 to 1.7.5 on iOS 6", given: "valid token, iOS 6; SDK 1.7.4 to 1.7.5",
            when: "setRequestor, checkAuthentication", then: "SAS(1,\"\"): the MAC address is asked for as before",
            source: "our choice", isOurs: true
        ) { stage in
            let app = try await loggedIn(stage, SDKVersion(1, 7, 4), iOS: "6.1")
            try await app.upgradeSDK(to: SDKVersion(1, 7, 5))
            try await app.configureQuietly()
            try await app.expectAuthenticated(at: "M1")
            try await app.expectAuthorized(cached: false)
        },
        Scenario(
            "171b", .sharing, "1.7.4 to 1.7.5 and iOS 6 to 7 at once",
            given: "valid token, iOS 6 and 1.7.4; both updated", when: "setRequestor, checkAuthentication",
            then: "SAS(0,UNA): it was of the MAC address",
            source: "our choice", isOurs: true
        ) { stage in
            let app = try await loggedIn(stage, SDKVersion(1, 7, 4), iOS: "6.1")
            app.device.upgradeOS(to: "7.0")
            try await app.upgradeSDK(to: SDKVersion(1, 7, 5))
            try await app.configureQuietly()
            try app.holdsNoToken()
            try await app.expectNotAuthenticated()
        },
        Scenario(
            "171c", .sharing, "1.7.4 to 1.7.5 on iOS 7", given: "valid token, iOS 7; SDK 1.7.4 to 1.7.5",
            when: "setRequestor, checkAuthentication",
            then: "SAS(0,UNA): it was of the placeholder that iOS 7 gives for the MAC address", source: "our choice",
            isOurs: true
        ) { stage in
            let app = try await loggedIn(stage, SDKVersion(1, 7, 4), iOS: "7.0")
            try await app.upgradeSDK(to: SDKVersion(1, 7, 5))
            try await app.configureQuietly()
            try app.holdsNoToken()
            try await app.expectNotAuthenticated()
        },
        Scenario(
            "171d", .sharing, "1.7.5 to 1.8 on iOS 7",
            given: "valid tokens of two programmers, iOS 7; SDK 1.7.5 to 1.8",
            when: "setRequestor, checkAuthentication",
            then: "everything erased; SAS(0,UNA): the vendor's identifier replaces the advertising one",
            source: "our choice", isOurs: true
        ) { stage in
            let app = try await loggedIn(stage, SDKVersion(1, 7, 5), iOS: "7.0")
            let other = try await stage.open(
                "com.z.AppB", requestor: "REF2", version: SDKVersion(1, 7, 5), on: app.device)
            try await stage.logIn(other, "M2")
            try await app.upgradeSDK(to: SDKVersion(1, 8))
            try await app.configureQuietly()
            try app.expect(app.store.shared.isEmpty, "an empty store", seen: app.sharedMedium.text)
            try await app.expectNotAuthenticated()
            try await other.reopen("REF2")
            try await other.expectNotAuthenticated()
        },
        Scenario(
            "171e", .sharing, "1.8 to 1.10 on iOS 7", given: "valid token, iOS 7; SDK 1.8 to 1.10",
            when: "setRequestor, checkAuthentication", then: "SAS(1,\"\"): taken over from the older store",
            source: "our choice", isOurs: true
        ) { stage in
            let app = try await loggedIn(stage, SDKVersion(1, 8), iOS: "7.0")
            let token = app.bucket()?.authentication
            try await app.upgradeSDK(to: SDKVersion(1, 10))
            try await app.configureQuietly()
            try app.expect(app.bucket()?.authentication, is: token, "the token of before:")
            try await app.expectAuthenticated(at: "M1")
            try await app.expectAuthorized(cached: false)
        },
        Scenario(
            "172", .sharing, "iOS 10 erases the pasteboards", given: "apps of two teams, logged in; iOS updated to 10",
            when: "open any app", then: "SAS(0,UNA) for all; each logs in again", source: "iOS/tvOS SDK overview"
        ) { stage in
            let phone = stage.device(version: "9.3", name: "phone to update")
            let a = try await stage.open(version: SDKVersion(1, 10), on: phone)
            try await stage.logIn(a)
            let b = try await stage.open("com.z.AppB", team: "TEAM2", version: SDKVersion(3, 6), on: phone)
            try await stage.logIn(b)
            phone.upgradeOS(to: "10.0")
            for app in [a, b] {
                try await app.reopen()
                try app.holdsNoToken()
                try await app.expectNotAuthenticated()
                try await stage.logIn(app)
                try await app.reopen()
                try await app.expectAuthenticated(at: "M1")
            }
        },
    ]

    /// Returns an app that is logged in at M1, on a new iPhone with that version of iOS.
    private static func loggedIn(
        _ stage: Stage, _ version: SDKVersion, iOS system: String
    ) async throws -> SimulatedApp {
        let app = try await stage.open(
            version: version, on: stage.device(version: system, name: "phone with iOS \(system)"))
        try await stage.logIn(app)
        try await app.expectAuthenticated(at: "M1")
        return app
    }
}
