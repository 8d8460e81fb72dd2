import AccessEnabler

extension ScenarioSuite {
    static let storageChecks: [Scenario] = [
        Scenario(
            "154", .storage, "A store that fails its check is emptied",
            given: "writing or reading the store fails, or a value in it is corrupt; INTEGRITY_CHECK_ALL", when: "init",
            then: "the store is emptied; SAS(0,UNA) later", source: "Storage integrity check"
        ) { stage in
            for damage in StoreDamage.allCases {
                let app = try await loggedIn(stage, on: damage.rawValue)
                let medium = app.sharedMedium
                app.setup.storageCheck = .INTEGRITY_CHECK_ALL
                damage.apply(to: medium)
                try await app.relaunch()
                (medium.failsReading, medium.failsWriting) = (false, false)
                try await app.configureQuietly()
                let what = "an empty store after: \(damage.rawValue)"
                try stage.expect(app.store.shared.isEmpty, what, seen: medium.text)
                try await app.expectNotAuthenticated()
                try await app.expectUnauthorized()
            }
        },
        Scenario(
            "155", .storage, "What the checks do to a healthy store",
            given: "healthy store; INTEGRITY_CHECK_ALL, _NONE, _CLEAR", when: "init", then: "kept, kept, emptied",
            source: "Storage integrity check"
        ) { stage in
            for (check, isKept) in [
                (IntegrityCheckType.INTEGRITY_CHECK_ALL, true), (.INTEGRITY_CHECK_NONE, true),
                (.INTEGRITY_CHECK_CLEAR, false),
            ] {
                let app = try await loggedIn(stage, on: "\(check)")
                let stored = app.sharedMedium.bytes
                app.setup.storageCheck = check
                try await app.relaunch()
                let isRight = isKept ? app.sharedMedium.bytes == stored : app.store.shared.isEmpty
                try stage.expect(isRight, "\(check): kept \(isKept)", seen: app.sharedMedium.text)
                try await app.configureQuietly()
                if isKept {
                    try await app.expectAuthenticated(at: "M1")
                    try await app.expectAuthorized(cached: true)
                } else {
                    try await app.expectNotAuthenticated()
                }
            }
        },
        Scenario(
            "156", .storage, "A corrupt value without a check", given: "corrupt value; INTEGRITY_CHECK_NONE",
            when: "checkAuthentication", then: "as without a token: SAS(0,UNA), no crash; a login repairs it",
            source: "our choice", isOurs: true
        ) { stage in
            for damage in [StoreDamage.noRecord, .corruptToken, .tokenWithoutDevice] {
                let app = try await loggedIn(stage, on: damage.rawValue)
                damage.apply(to: app.sharedMedium)
                try await app.reopenWithAnyStatus()
                await app.when("checkAuthentication") { $0.checkAuthentication() }
                try app.saw(.sas(0, .una), .st("N000"))
                try app.tracked(.notAuthenticated)
                try app.sawNoCalls()
                try await stage.logIn(app)
                try await app.reopen()
                try await app.expectAuthenticated(at: "M1")
            }
        },
    ]

    /// Returns an app that is logged in at M1 and has an authZ token, on a new device.
    private static func loggedIn(_ stage: Stage, on name: String) async throws -> SimulatedApp {
        let app = try await stage.open(on: stage.device(name: name))
        try await stage.logIn(app)
        try await app.expectAuthorized(cached: false)
        return app
    }
}

/// The kinds of damage to a store.
private enum StoreDamage: String, CaseIterable {
    case unwritable = "writing fails"
    case unreadable = "reading fails"
    case noRecord = "the store isn't a record"
    case corruptToken = "the authN token can't be read"
    case corruptAuthorization = "an authZ token can't be read"
    case tokenWithoutDevice = "tokens lack their device ID"

    /// Damages a store's medium.
    func apply(to medium: MemoryStorage) {
        switch self {
        case .unwritable: medium.failsWriting = true
        case .unreadable: medium.failsReading = true
        case .noRecord: medium.bytes = Array(#"{"partition":{"#.utf8) + [0xFF]
        case .corruptToken: medium.replace("<simpleTokenExpires>", with: "<simpleTokenExpired>")
        case .corruptAuthorization: medium.replace("<simpleTokenTTL>", with: "<simpleTokenTTL/>")
        case .tokenWithoutDevice: medium.replace(#""deviceId""#, with: #""device""#)
        }
    }
}

extension SimulatedApp {
    /// Starts a new process of the app and configures it, without checking the status events.
    fileprivate func reopenWithAnyStatus() async throws {
        try await relaunch()
        try await configure()
    }
}
