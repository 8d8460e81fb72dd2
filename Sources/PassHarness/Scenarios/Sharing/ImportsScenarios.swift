import AccessEnabler

extension ScenarioSuite {
    /// The Token Importer, which imports logins from the stores of older SDKs.
    static let sharingImports: [Scenario] = [
        Scenario(
            "173", .sharing, "The first app with 1.7 takes over the login of 1.6",
            given: "profile 1.7; an old store of 1.6 with a valid token of M1; first install",
            when: "setRequestor, checkAuthentication",
            then: "SAS(1,\"\") without a request; the old store stays; authZ tokens are not taken over",
            source: "iOS/tvOS SDK overview, Token Importer"
        ) { stage in
            let phone = stage.device(version: "6.1", name: "old phone")
            let old = try await oldLogin(stage, on: phone)
            try await old.expectAuthorized(cached: false)
            let stored = old.sharedMedium.bytes
            let app = try await stage.open("com.x.y.AppB", version: SDKVersion(1, 7), on: phone)
            let token = old.store.shared.single?.bucket.authentication
            try app.expect(app.bucket()?.authentication, is: token, "the token of the old store:")
            try app.expect(app.bucket()?.canAuthenticate, is: true, "canAuthenticate")
            try await app.expectAuthenticated(at: "M1")
            try await app.expectAuthorized(cached: false)
            try old.expect(old.sharedMedium.bytes == stored, "the old store as it was", seen: old.sharedMedium.text)
        },
        Scenario(
            "174", .sharing, "A valid login in the new store is kept",
            given: "as in scenario 173, but a valid token is in the new store already", when: "setRequestor",
            then: "the importer does nothing: SAS(1,\"\") at the MVPD of the new store",
            source: "iOS/tvOS SDK overview, Token Importer"
        ) { stage in
            let phone = stage.device(version: "6.1", name: "old phone")
            let new = try await stage.open("com.x.y.AppB", version: SDKVersion(1, 7), on: phone)
            try await stage.logIn(new, "M2")
            _ = try await oldLogin(stage, on: phone)
            let stored = new.sharedMedium.bytes
            let app = try await stage.open("com.x.y.AppC", version: SDKVersion(1, 7), on: phone)
            try app.expect(app.sharedMedium.bytes == stored, "the store as it was", seen: app.sharedMedium.text)
            try app.expect(app.ownMedium.bytes == nil, "no trace of an import", seen: app.ownMedium.text)
            try await app.expectAuthenticated(at: "M2")
        },
        Scenario(
            "175", .sharing, "An invalid login isn't taken over",
            given: "as in scenario 173, but M1 is not in the requestor's list, or the token has expired",
            when: "setRequestor",
            then: "nothing is imported; SAS(0,UNA)", source: "Android AccessEnabler 1.8 (behaviour)", isOurs: true,
            needs: [.clock, .policy]
        ) { stage in
            let phone = stage.device(version: "6.1", name: "old phone")
            _ = try await oldLogin(stage, on: phone)
            let without = try await stage.open("com.x.y.AppB", requestor: "REF2", version: SDKVersion(1, 7), on: phone)
            try without.expect(without.store.shared.isEmpty, "nothing imported", seen: without.sharedMedium.text)
            try await without.expectNotAuthenticated()
            try await stage.advance(by: .seconds(30 * 86_400 + 1))
            let late = try await stage.open("com.x.y.AppC", version: SDKVersion(1, 7), on: phone)
            try late.expect(late.store.shared.isEmpty, "nothing imported", seen: late.sharedMedium.text)
            try await late.expectNotAuthenticated()
        },
        Scenario(
            "176", .sharing, "The importer runs once", given: "the importer ran; the login it brought is gone",
            when: "setRequestor again, the old store changed", then: "not run again: SAS(0,UNA)",
            source: "Android AccessEnabler 1.8 (behaviour)", isOurs: true
        ) { stage in
            let phone = stage.device(version: "6.1", name: "old phone")
            let old = try await oldLogin(stage, on: phone)
            let app = try await stage.open("com.x.y.AppB", version: SDKVersion(1, 7), on: phone)
            try await app.expectAuthenticated(at: "M1")
            await app.when("setSelectedProvider(M2)") { $0.setSelectedProvider(stage.cast.m2) }
            try app.holdsNoToken()
            await old.when("setSelectedProvider(M2)") { $0.setSelectedProvider(stage.cast.m2) }
            try await stage.logIn(old, "M2")
            try await old.expectAuthenticated(at: "M2")
            try await app.reopen()
            try app.holdsNoToken()
            try await app.expectNotAuthenticated()
            // The shared store notes that the import has run, so another app of the programmer doesn't import the login
            // again.
            let other = try await stage.open("com.x.y.AppC", version: SDKVersion(1, 7), on: phone)
            try other.holdsNoToken()
            try await other.expectNotAuthenticated()
        },
        Scenario(
            "176a", .sharing, "Another programmer's login doesn't stop the importer",
            given: "an old store of 1.6 with a token of REF at M1; a token of P2 at M2 in the new store",
            when: "setRequestor(REF) with 1.7, checkAuthentication",
            then: "the importer runs, because the current programmer has no token: SAS(1,\"\") at M1",
            source: "iOS/tvOS SDK overview, Token Importer"
        ) { stage in
            let phone = stage.device(version: "6.1", name: "old phone")
            let second = try await stage.open(
                "com.x.y.AppB", requestor: "P2", version: SDKVersion(1, 7), on: phone)
            try await stage.logIn(second, "M2")
            let old = try await oldLogin(stage, on: phone)
            let token = old.store.shared.single?.bucket.authentication
            let app = try await stage.open("com.x.y.AppC", version: SDKVersion(1, 7), on: phone)
            try app.expect(app.bucket()?.authentication, is: token, "the token of the old store:")
            try await app.expectAuthenticated(at: "M1")
            try await second.expectAuthenticated(at: "M2")
        },
    ]

    /// Returns an app with SDK 1.6, logged in at M1.
    private static func oldLogin(_ stage: Stage, on phone: SimulatedDevice) async throws -> SimulatedApp {
        let app = try await stage.open(version: SDKVersion(1, 6), on: phone)
        try await stage.logIn(app)
        try await app.expectAuthenticated(at: "M1")
        return app
    }
}
