import AccessEnabler
import AccessEnablerOpenSSL
import PassCore
import PassCrypto
import PassSimulator

extension ScenarioSuite {
    static let temporaryPasses: [Scenario] = [
        Scenario(
            "189", .passive, "A TempPass logs in at its selection", given: "no user is logged in",
            when: "setSelectedProvider(T1)", then: "SAS(1,\"\"), ST N011; no DPD, no NAV",
            source: "iOS/tvOS API reference; Error Reporting"
        ) { stage in
            let app = try await stage.configuredApp()
            await app.when("setSelectedProvider(T1)") { $0.setSelectedProvider(stage.cast.t1) }
            try app.saw(.sas(1), .st("N011", .info))
            let guid = Hex.encode(Digest.md5(app.deviceID.utf8))
            try app.tracked(.selected("T1"), .authenticated("T1", cached: false, guid: .text(guid)))
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(1))
            try app.tracked(.authenticated("T1", cached: true, guid: .text(guid)))
            try app.sawNoCalls()
        },
        Scenario(
            "190", .passive, "A TempPass authorizes any resource", given: "T1 session", when: "checkAuthorization(any)",
            then: "TOK, ST Z011", source: "Error Reporting; TempPass"
        ) { stage in
            let app = try await stage.temporaryApp()
            for resource in [stage.cast.r, "something-else"] {
                await app.when("checkAuthorization(\(resource))") { $0.checkAuthorization(resource) }
                try app.saw(.tok(resource), .st("Z011", .info))
                try app.tracked(.authorized("T1", cached: false))
                try app.expect(
                    app.statuses.map { $0.extra["resource"] }, is: [resource], "resource in the status event:")
                let token = try app.require(app.tokens.first, "a media token").token
                try app.expect(MediaToken(token)?["mvpdId"], is: stage.cast.t1, "mvpdId")
                try app.expect(MediaToken(token)?["resourceID"], is: resource, "resourceID")
            }
        },
        Scenario(
            "191", .passive, "A TempPass expires", given: "T1's time is over", when: "checkAuthentication",
            then: "SAS(0,UNA), ST N111; the selection stays; nothing is authorized any more",
            source: "TempPass; Error Reporting", needs: [.clock]
        ) { stage in
            let app = try await stage.temporaryApp()
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"), .st("Z011"))
            try await stage.advance(by: .seconds(599))
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(1))
            try await stage.advance(by: .seconds(2))
            await app.when("getSelectedProvider") { $0.getSelectedProvider() }
            try app.saw(.sel("T1"))
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(0, .una), .st("N111", .warning))
            try app.tracked(.notAuthenticated)
            try app.sawNoCalls()
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.trf("r", .una), .st("N111", .warning))
            try app.sawNoCalls()

            await app.when("setSelectedProvider(T1)") { $0.setSelectedProvider(stage.cast.t1) }
            try app.saw(.sas(0, .gan), .st("N111", .warning))
        },
        Scenario(
            "192", .passive, "A TempPass keeps its expiry when its tokens are deleted",
            given: "T1 tokens deleted at half time",
            when: "login again", then: "expiry = original expiry", source: "TempPass", needs: [.clock]
        ) { stage in
            let app = try await stage.temporaryApp()
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"), .st("Z011"))
            let expiry = EntitlementValue.string(try stage.expiryText(inSeconds: 600))
            let login: [String: EntitlementValue] = [METADATA_OPCODE_KEY: 0]
            let authorization: [String: EntitlementValue] = [
                METADATA_OPCODE_KEY: 1, METADATA_RESOURCE_ID_KEY: .string(stage.cast.r),
            ]
            await app.when("getMetadata(1,r)") { $0.getMetadata(authorization) }
            try app.saw(.meta(expiry, METADATA_AUTHORIZATION))
            try await stage.advance(by: .seconds(300))

            app.sharedMedium.bytes = nil
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(0, .una), .st("N000"))
            await app.when("setSelectedProvider(T1)") { $0.setSelectedProvider(stage.cast.t1) }
            try app.saw(.sas(1), .st("N011"))
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"), .st("Z011"))
            await app.when("getMetadata(0), getMetadata(1,r)") { enabler in
                enabler.getMetadata(login)
                enabler.getMetadata(authorization)
            }
            try app.saw(.meta(expiry, METADATA_AUTHENTICATION), .meta(expiry, METADATA_AUTHORIZATION))
            try await stage.advance(by: .seconds(301))
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(0, .una), .st("N111"))
        },
        Scenario(
            "193", .passive, "A promotional pass needs the user's identity", given: "promotional T2",
            when: "setSelectedProvider(T2); getAuthentication(YES,{hash}), then select",
            then: "no automatic SAS(1); SAS(1)", source: "iOS/tvOS API reference; Promotional TempPass"
        ) { stage in
            let app = try await stage.configuredApp()
            await app.when("setSelectedProvider(T2)") { $0.setSelectedProvider(stage.cast.t2) }
            try app.saw()
            try app.tracked(.selected("T2"))
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(0, .una), .st("N000"))
            await app.when("setSelectedProvider(nil)") { $0.setSelectedProvider(nil) }
            try app.saw(.sas(0, .pns), .st("N005"))

            await app.when("getAuthentication(YES,{email})") {
                $0.getAuthentication(true, withData: ["email": "hash-of-somebody"])
            }
            try app.saw(.dpd)
            await app.when("setSelectedProvider(T2)") { $0.setSelectedProvider(stage.cast.t2) }
            try app.saw(.sas(1), .st("N011"))
            try app.tracked(.selected("T2"), .authenticated("T2", cached: false))
            try app.expect(
                app.call("authenticate")["generic_data"], is: #"{"email":"hash-of-somebody"}"#, "generic_data")
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"), .st("Z011"))
        },
        Scenario(
            "194", .passive, "A TempPass belongs to a single requestor", given: "REF has a T1 session",
            when: "P2's app with T1: checkAuthentication", then: "SAS(0,UNA)", source: "Promotional TempPass"
        ) { stage in
            let app = try await stage.temporaryApp()
            let other = try await stage.configuredApp("com.x.y.AppB", requestor: "P2")
            try other.saw(.src(1))
            await other.when("checkAuthentication") { $0.checkAuthentication() }
            try other.saw(.sas(0, .una), .st("N000"))
            try other.expect(other.authentication("P2", "T1"), is: nil, "P2's token:")
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(1))
        },
    ]
}

extension Stage {
    /// Returns REF's app, logged in with the temporary pass `T1`.
    fileprivate func temporaryApp() async throws -> SimulatedApp {
        let app = try await configuredApp()
        await app.when("setSelectedProvider(T1)") { $0.setSelectedProvider(cast.t1) }
        try app.saw(.sas(1), .st("N011"))
        return app
    }
}
