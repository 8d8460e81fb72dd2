import AccessEnabler

extension ScenarioSuite {
    /// The new store of 3.7, and a token in the wrong place.
    static let sharingGenerations: [Scenario] = [
        Scenario(
            "177", .sharing, "3.7 takes over the login of 3.6", given: "an app with 3.6, logged in, is updated to 3.7",
            when: "checkAuthentication", then: "SAS(1,\"\")", source: "3.7.0 upgrade path"
        ) { stage in
            let app = try await stage.open(version: SDKVersion(3, 6))
            try await stage.logIn(app)
            let guid = app.trackingEvents.last?.values[2]
            let old = app.sharedMedium.bytes
            try await app.upgradeSDK(to: SDKVersion(3, 7))
            try await app.configureQuietly()
            try await app.expectAuthenticated(at: "M1")
            try app.expect(app.trackingEvents.last?.values[2], is: guid, "the GUID of the same login:")
            try app.expect(app.sharedMedium(.partitioned).bytes == old, "the old store as it was")
            try await app.expectAuthorized(cached: false)
            try await app.reopen()
            try await app.expectAuthenticated(at: "M1")
        },
        Scenario(
            "178", .sharing, "3.7 and 3.6 share nothing with each other", given: "apps of one vendor with 3.7 and 3.6",
            when: "login in one", then: "the other SAS(0,UNA); two with 3.7 share, and two with 3.6",
            source: "3.7.0 upgrade path"
        ) { stage in
            let (old, new) = (SDKVersion(3, 6), SDKVersion(3, 7))
            for (one, other, isShared) in [
                (old, new, false), (new, old, false), (new, new, true), (old, old, true),
            ] {
                let phone = stage.device(name: "phone with \(one) and \(other)")
                let a = try await stage.open(version: one, on: phone)
                let b = try await stage.open("com.x.y.AppB", requestor: "P2", version: other, on: phone)
                try await b.expectNotAuthenticated()
                try await stage.logIn(a)
                try await b.reopen("P2")
                if isShared { try await b.expectAuthenticated(at: "M1") } else { try await b.expectNotAuthenticated() }
                try await a.expectAuthenticated(at: "M1")
            }
        },
        Scenario(
            "179", .sharing, "A downgrade finds what the older store holds",
            given: """
                login with 3.7; login with 3.6, updated to 3.7 and authenticated there; the same and logout; then downgrade \
                to 3.6
                """,
            when: "checkAuthentication", then: "SAS(0,UNA); the older session reappears; SAS(0,UNA)",
            source: "3.7.0 upgrade path; iOS/tvOS SDK overview"
        ) { stage in
            let new = try await stage.open(version: SDKVersion(3, 7), on: stage.device(name: "new phone"))
            try await stage.logIn(new)
            try await new.upgradeSDK(to: SDKVersion(3, 6))
            try await new.configureQuietly()
            try await new.expectNotAuthenticated()

            let app = try await stage.open(version: SDKVersion(3, 6))
            try await stage.logIn(app)
            let guid = app.trackingEvents.last?.values[2]
            try await app.upgradeSDK(to: SDKVersion(3, 7))
            try await app.configureQuietly()
            try await app.expectAuthenticated(at: "M1")
            try await app.upgradeSDK(to: SDKVersion(3, 6))
            try await app.configureQuietly()
            try await app.expectAuthenticated(at: "M1")
            try app.expect(app.trackingEvents.last?.values[2], is: guid, "the GUID of the older session:")
            try await app.upgradeSDK(to: SDKVersion(3, 7))
            try await app.configureQuietly()
            await app.when("logout") { $0.logout() }
            try await app.finishInBrowser()
            try app.saw(.sas(0, .una))
            try await app.upgradeSDK(to: SDKVersion(3, 6))
            try await app.configureQuietly()
            try await app.expectNotAuthenticated()
        },
        Scenario(
            "180", .sharing, "A token of another device in the own partition is removed",
            given: "the own partition holds a token with another stored device ID",
            when: "setRequestor, checkAuthentication",
            then: "ST SEC412(warning), the token is removed, SAS(0,UNA)", source: "Error Reporting"
        ) { stage in
            let app = try await stage.open()
            try await stage.logIn(app)
            try await app.expectAuthorized(cached: false)
            app.moveLogin(to: String(repeating: "0", count: 64))
            try await app.relaunch()
            try await app.configure()
            try app.saw(.src(1), .st("SEC412", .warning))
            try app.holdsNoToken()
            try await app.expectNotAuthenticated()
            try await app.expectUnauthorized()
        },
    ]
}
