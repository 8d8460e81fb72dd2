import AccessEnabler
import AccessEnablerOpenSSL
import PassCore
import PassCrypto
import PassSimulator

extension ScenarioSuite {
    static let selection: [Scenario] = [
        Scenario(
            "125", .metadata, "The provider of the login", given: "after login with M1", when: "getSelectedProvider",
            then: "SEL(M1); Net 0", source: "iOS/tvOS API reference"
        ) { stage in
            let app = try await stage.loggedInApp()
            await app.when("getSelectedProvider") { $0.getSelectedProvider() }
            try app.saw(.sel("M1"))
            try app.tracked()
            try app.sawNoCalls()
            guard case .selectedProvider(let provider?)? = app.events.first else { return }
            try app.expect(
                !provider.displayName.isEmpty && !provider.logoURL.isEmpty, "a provider with name and logo",
                seen: "\(provider)")
        },
        Scenario(
            "126", .metadata, "No provider after a logout", given: "after logout", when: "getSelectedProvider",
            then: "SEL(nil)", source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.loggedInApp()
            await app.when("logout") { $0.logout() }
            try app.saw(.nav)
            try await app.finishInBrowser()
            try app.saw(.sas(0, .una))
            await app.when("getSelectedProvider") { $0.getSelectedProvider() }
            try app.saw(.sel(nil))
            try app.sawNoCalls()
        },
    ]

    static let tracking: [Scenario] = [
        Scenario(
            "130", .metadata, "Tracking data of each flow", given: "each flow", when: "observe TRK",
            then: "lengths 7, 9 and 4; success, MVPD, GUID, cached, error, details; device, client and OS last",
            source: "iOS/tvOS API reference"
        ) { stage in
            let client: [TrackingPattern.Item] = ["mobile", "ios", "iOS"]
            func login(cached: TrackingPattern.Item) -> TrackingPattern {
                .event(TRACKING_AUTHENTICATION, ["YES", "M1", .md5, cached] + client)
            }
            func authorization(cached: TrackingPattern.Item) -> TrackingPattern {
                .event(TRACKING_AUTHORIZATION, ["YES", "M1", .md5, cached, .none, .none] + client)
            }
            let app = try await stage.configuredApp()
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.tracked(
                .event(
                    TRACKING_AUTHORIZATION,
                    ["NO", .none, .none, .none, .text(USER_NOT_AUTHENTICATED_ERROR), .any] + client))
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.dpd)
            try app.tracked()
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            try app.tracked(.event(TRACKING_MVPD_SELECTION, ["M1"] + client))
            try await app.finishInBrowser()
            try app.tracked(login(cached: "NO"))
            var ids = app.trackedGUIDs
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.tracked(login(cached: "YES"))
            ids += app.trackedGUIDs
            for cached: TrackingPattern.Item in ["NO", "YES"] {
                await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
                try app.saw(.tok("r"))
                try app.tracked(authorization(cached: cached))
                ids += app.trackedGUIDs
            }
            await app.when("checkAuthorization(denied)") { $0.checkAuthorization(stage.cast.denied) }
            guard case .tokenRequestFailed(_, let code, let text)? = app.events.first else {
                throw app.failure("TRF", seen: app.seen)
            }
            try app.expect(!text.isEmpty, "the MVPD's words")
            try app.tracked(
                .event(TRACKING_AUTHORIZATION, ["NO", "M1", .md5, "NO", .text(code), .text(text)] + client))
            ids += app.trackedGUIDs
            try app.expect(ids.count == 5 && Set(ids).count == 1, "one GUID in all events", seen: "\(ids)")
            await app.when("setSelectedProvider(nil)") { $0.setSelectedProvider(nil) }
            try app.tracked(.event(TRACKING_AUTHENTICATION, ["NO", .none, .none, .none] + client))
        },
        Scenario(
            "131", .metadata, "An app that doesn't track", given: "delegate without the tracking method",
            when: "any flow",
            then: "no crash; the other callbacks as usual", source: "iOS/tvOS API reference"
        ) { stage in
            let app = try await stage.configuredApp { $0.hasOptionalCallbacks = false }
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.dpd)
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            try app.saw(.nav)
            try await app.finishInBrowser()
            try app.saw(.sas(1))
            try app.tracked()
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"))
            try app.tracked()
            await app.when("logout") { $0.logout() }
            try app.saw(.nav)
            try await app.finishInBrowser()
            try app.saw(.sas(0, .una))
            try app.tracked()
        },
        Scenario(
            "132", .metadata, "Tracking data of a failed check", given: "failed checkAuthentication",
            when: "TRK",
            then: "first item NO, next three None or nil", source: "iOS/tvOS API reference; iOS SDK 3.1 (header)"
        ) { stage in
            let app = try await stage.configuredApp()
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(0, .una), .st("N000"))
            try app.tracked(
                .event(TRACKING_AUTHENTICATION, ["NO", .none, .none, .none, "mobile", "ios", "iOS"]))
        },
        Scenario(
            "133", .metadata, "One user has three identifiers", given: "login, then TOK", when: "compare ids",
            then: "TRK GUID is the MD5 form; the media token's sessionGUID is the same, signed; metadata userID is raw",
            source: "User IDs"
        ) { stage in
            let app = try await stage.loggedInApp()
            let stored = try app.require(app.authentication("REF", "M1"), "a token")
            let guid = try app.require(AuthenticationToken(stored.text), "a token that can be read").guid
            let hash = Hex.encode(Digest.md5(guid.utf8))
            try app.expect(app.trackedGUIDs, is: [hash], "GUID at login")
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"))
            try app.expect(app.trackedGUIDs, is: [hash], "GUID at authorization")
            let text = try app.require(app.tokens.first, "a media token").token
            let media = try app.require(MediaToken(text), "a media token that can be read")
            try app.expect(media["sessionGUID"] ?? "none", is: hash, "sessionGUID")
            try app.expect(media["requestorID"] ?? "none", is: stage.cast.ref, "requestorID")
            try app.expect(media["resourceID"] ?? "none", is: stage.cast.r, "resourceID")
            try app.expect(media["mvpdId"] ?? "none", is: stage.cast.m1, "mvpdId")
            if let world = try? stage.world {
                let changed = text.replacing(hash, with: Hex.encode(Digest.md5("somebody else".utf8)))
                let forged = world.verifyMediaToken(changed, resource: stage.cast.r, requestor: stage.cast.ref)
                try app.expect(forged.validity, is: .invalidSignature, "with another sessionGUID")
                let verdict = world.verifyMediaToken(text, resource: stage.cast.r, requestor: stage.cast.ref)
                try app.expect(verdict.validity, is: .validToken, "as it came")
            }
            let asked: [String: EntitlementValue] = [
                METADATA_OPCODE_KEY: .integer(Int64(METADATA_USER_META)), METADATA_USER_META_KEY: "userID",
            ]
            await app.when("getMetadata(3,userID)") { $0.getMetadata(asked) }
            try app.saw(.meta("sim-user-1", METADATA_USER_META, arguments: asked))
        },
        Scenario(
            "133a", .metadata, "An Apple TV is tracked as such", given: "tvOS", when: "login; observe config and TRK",
            then: "config and TRK say client type tvOS and OS tvOS, not html5",
            source: "iOS/tvOS API reference; iOS/tvOS SDK 3.1, constants of its header", needs: [.clock]
        ) { stage in
            let app = try await stage.configuredApp(on: stage.device(.tvOS, version: "12.1", name: "TV"))
            let answer = try app.call("config").answer
            try app.expect(answer.part(of: "clientType"), is: "tvOS", "clientType")
            try app.expect(answer.part(of: "os"), is: "tvOS", "os")
            try await stage.logIn(app)
            try app.tracked(
                .authenticated("M1", cached: false, client: "tvOS", os: "tvOS"))
        },
    ]
}
