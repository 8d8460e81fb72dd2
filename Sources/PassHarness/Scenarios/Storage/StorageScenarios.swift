import AccessEnabler

extension ScenarioSuite {
    static let storage =
        storageOfProcesses + storageOfProgrammers + storageChecks + storageOfTokens
        + tokenShapes

    private static let storageOfProcesses: [Scenario] = [
        Scenario(
            "143", .storage, "A login and an authorization outlive the app's process",
            given: "authenticated and authorized for r", when: "new process",
            then: "checkAuthentication SAS(1,\"\"); checkAuthorization(r) TOK without a request authorizeDevice",
            source: "iOS/tvOS SDK overview"
        ) { stage in
            try await survivesItsProcess(try await stage.open(), stage)
        },
        Scenario(
            "144", .storage, "A login and an authorization outlive the app's process on tvOS",
            given: "tvOS; authenticated and authorized for r",
            when: "new process",
            then: "checkAuthentication SAS(1,\"\"); checkAuthorization(r) TOK without a request authorizeDevice",
            source: "iOS/tvOS SDK overview", needs: [.clock]
        ) { stage in
            let tv = stage.device(.tvOS, version: "10.0", name: "TV")
            try await survivesItsProcess(try await stage.open(on: tv), stage)
        },
        Scenario(
            "145", .storage, "Apps on tvOS share nothing", given: "tvOS; app A logged in; app B of the same team",
            when: "B checkAuthentication", then: "SAS(0,UNA), ST N000; Net 0", source: "iOS/tvOS SDK overview",
            needs: [.clock]
        ) { stage in
            let tv = stage.device(.tvOS, version: "10.0", name: "TV")
            let a = try await stage.open(on: tv)
            try await stage.logIn(a)
            let b = try await stage.open("com.x.y.AppB", on: tv)
            try await b.expectNotAuthenticated()
            try b.holdsNoToken()
            try b.expect(b.deviceID, is: a.deviceID, "the device ID of both apps:")
            try await a.expectAuthenticated(at: "M1")
        },
    ]

    /// Logs in and authorizes, and expects both to be valid in the app's next process, without a change to the store.
    private static func survivesItsProcess(_ app: SimulatedApp, _ stage: Stage) async throws {
        try await stage.logIn(app)
        let guid = app.trackingEvents.last?.values[2]
        try await app.expectAuthorized(cached: false)
        let stored = app.storedText
        try await app.reopen()
        try await app.expectAuthenticated(at: "M1")
        try app.expect(app.trackingEvents.last?.values[2], is: guid, "the GUID of the same login:")
        try await app.expectAuthorized(cached: true)
        try app.expect(app.storedText, is: stored, "the store as it was:")
    }
}
