import AccessEnabler

extension ScenarioSuite {
    /// The pasteboards in which apps up to 3.6 share their logins.
    static let pasteboards: [Scenario] = [
        Scenario(
            "181a", .sharing, "A pasteboard is a dictionary with a name",
            given: "an app with 3.6, logged in; other pasteboards with values under several keys, persistent and not",
            when: "the other pasteboards are emptied; the app ends and starts again",
            then: """
                the login stays: it is one value of a persistent pasteboard of its own; what isn't persistent ends with its \
                app; general and find stay as they were
                """,
            source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.open(version: SDKVersion(3, 6))
            try await stage.logIn(app)
            let phone = stage.phone
            let names: [SimulatedPasteboard.Name] = [.general, .find, .named("lasting"), .named("passing")]
            for name in names {
                let pasteboard = phone.pasteboard(name, for: app.identity)
                pasteboard["a"].bytes = [1]
                pasteboard["b"].bytes = [2]
            }
            phone.pasteboard(.named("lasting"), for: app.identity).isPersistent = true
            let store = app.sharedMedium.bytes
            try stage.expect(store != nil, "a store in the SDK's pasteboard")
            try await app.reopen()
            for name in names {
                let keys = phone.pasteboard(name, for: app.identity).keys
                let expected = name == .named("passing") ? [] : ["a", "b"]
                try stage.expect(keys, is: expected, "keys of \(name) in a new process:")
            }
            try stage.expect(app.sharedMedium.bytes == store, "the store as it was", seen: app.sharedMedium.text)
            phone.pasteboard(.general, for: app.identity).empty()
            phone.pasteboard(.named("lasting"), for: app.identity)["a"].bytes = nil
            try stage.expect(phone.pasteboard(.named("lasting"), for: app.identity).keys, is: ["b"], "keys of lasting:")
            try stage.expect(phone.pasteboard(.find, for: app.identity).keys, is: ["a", "b"], "keys of find:")
            try await app.expectAuthenticated(at: "M1")
        },
        Scenario(
            "181b", .sharing, "An outsider's pasteboard of the same name leaves the others alone",
            given: "iOS 9; two apps of TEAM1 with 3.6, logged in; an app of TEAM2",
            when: "the outsider logs in and out",
            then: "it has a store of its own; both apps of TEAM1 stay logged in; general and find are common to all",
            source: "iOS/tvOS SDK overview; SSO on iOS when using the Access Enabler"
        ) { stage in
            let first = try await stage.open(version: SDKVersion(3, 6))
            try await stage.logIn(first)
            let second = try await stage.open("com.x.y.AppB", requestor: "P2", version: SDKVersion(3, 6))
            try await second.expectAuthenticated(at: "M1")
            let stored = first.sharedMedium.bytes
            let outsider = try await stage.open("com.x.y.AppC", team: "TEAM2", version: SDKVersion(3, 6))
            try await outsider.expectNotAuthenticated()
            try await stage.logIn(outsider)
            await outsider.when("logout") { $0.logout() }
            try await outsider.finishInBrowser()
            try outsider.saw(.sas(0, .una))
            try stage.expect(first.sharedMedium === second.sharedMedium, "one store of TEAM1")
            try stage.expect(first.sharedMedium !== outsider.sharedMedium, "a store of the outsider's own")
            let seen = first.sharedMedium
            try stage.expect(seen.bytes == stored, "TEAM1's store as it was", seen: seen.text)
            try await first.expectAuthenticated(at: "M1")
            try await second.expectAuthenticated(at: "M1")
            for name in [SimulatedPasteboard.Name.general, .find] {
                stage.phone.pasteboard(name, for: outsider.identity)["text"].bytes = [7]
                let seen = stage.phone.pasteboard(name, for: first.identity)["text"].bytes
                try stage.expect(seen, is: [7], "what TEAM1 sees in \(name):")
            }
        },
        Scenario(
            "181c", .sharing, "Who belongs to a group", given: "iOS 9, SDK 3.6 and 3.9; an app of TEAM1, logged in",
            when: "another app of the same prefix: same team by other profiles and installs; same profile; neither",
            then: "authenticated; authenticated; SAS(0,UNA); an app on a simulator, which isn't signed, shares nothing",
            source: "SSO on iOS when using the Access Enabler; the simulator is our choice"
        ) { stage in
            let others: [(team: String, AccessEnabler.AppIdentity.Installation, profile: String?, isShared: Bool)] = [
                ("TEAM1", .appStore, nil, true), ("TEAM1", .testFlight, "profile 2", true),
                ("TEAM1", .adHoc, "profile 3", true), ("TEAM1", .development, "profile 4", true),
                ("", .development, "profile 1", true), ("", .adHoc, "profile 5", false), ("", .development, nil, false),
                ("TEAM2", .appStore, nil, false), ("TEAM1", .simulator, nil, false),
            ]
            for version in [SDKVersion(3, 6), SDKVersion(3, 9)] {
                for (number, other) in others.enumerated() {
                    let phone = stage.device(name: "phone \(number) with \(version)")
                    let profile = CompatibilityProfile(version)
                    let first = try await stage.app(
                        profile: profile, on: phone, installation: .adHoc, provisioningProfile: "profile 1")
                    try await first.configureQuietly()
                    try await stage.logIn(first)
                    let second = try await stage.app(
                        "com.x.y.AppB", team: other.team, profile: profile, on: phone, installation: other.1,
                        provisioningProfile: other.profile)
                    try await second.configureQuietly("P2")
                    if other.isShared {
                        try await second.expectAuthenticated(at: "M1")
                    } else {
                        try await second.expectNotAuthenticated()
                    }
                }
            }
        },
    ]
}
