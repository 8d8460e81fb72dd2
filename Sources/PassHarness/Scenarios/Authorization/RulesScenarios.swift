import AccessEnabler
import PassCore
import PassSimulator

extension ScenarioSuite {
    static let authorizationRules: [Scenario] = [
        Scenario(
            "92", .authorization, "A rule denies in the MVPD's place", given: "authzNone rule",
            when: "checkAuthorization(r)", then: "TRF, ST Z169; TOK(t,r) when the rule has ended",
            source: "Error Reporting; the original code: iOS/tvOS SDK 3.1, constants of its header", needs: [.policy]
        ) { stage in
            let app = try await stage.loggedInApp()
            try stage.world.configure(#"{ mvpds: { M1: { degradation: "authZNone" } } }"#)
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.sawDenial(of: "r", .text(HANDLED_USER_NOT_AUTHORIZED_ERROR), "Z169")
            try stage.world.configure("{ mvpds: { M1: { degradation: null } } }")
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"))
        },
        Scenario(
            "93", .authorization, "A rule permits in the MVPD's place", given: "authorize-all rule",
            when: "checkAuthorization(denied)", then: "TOK, ST Z010(warning), from the cache too",
            source: "Error Reporting", needs: [.policy]
        ) { stage in
            let app = try await stage.loggedInApp()
            await app.when("checkAuthorization(denied)") { $0.checkAuthorization(stage.cast.denied) }
            try app.sawDenial(of: "denied", .unz, "Z100")
            try stage.world.configure(#"{ mvpds: { M1: { degradation: "authZAll" } } }"#)
            await app.when("checkAuthorization(denied)") { $0.checkAuthorization(stage.cast.denied) }
            try app.saw(.tok("denied"), .st("Z010", .warning))
            try app.expect(app.statuses.first?.extra["resource"], is: stage.cast.denied, "resource of the status:")
            try app.tracked(.authorized("M1", cached: false))
            await app.when("checkAuthorization(denied) again") { $0.checkAuthorization(stage.cast.denied) }
            try app.saw(.tok("denied"), .st("Z010", .warning))
            try app.tracked(.authorized("M1", cached: true))
        },
        Scenario(
            "94", .authorization, "A rule logs everyone in", given: "authenticate-all rule", when: "full login",
            then: "SAS(1,\"\"), ST N010(warning); the browser sees no page of the MVPD",
            source: "Error Reporting", needs: [.policy]
        ) { stage in
            try stage.world.configure(#"{ mvpds: { M1: { degradation: "authNAll" } } }"#)
            let nobody = HeadlessUserAgent(transport: stage.network, credentials: nil)
            let app = try await stage.configuredApp { $0.browser = nobody }
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.dpd)
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            try app.saw(.nav)
            try await app.finishInBrowser()
            try app.saw(.sas(1), .st("N010", .warning))
            try app.tracked(.authenticated("M1", cached: false))
            let pages = nobody.visits.map(\.url).filter { $0.contains("/_sim/mvpd/") }
            try app.expect(pages, is: [], "pages of the MVPD:")
            try app.expect(try app.authenticationToken().provider, is: stage.cast.m1, "the token's MVPD")
            await app.when("checkAuthorization(denied)") { $0.checkAuthorization(stage.cast.denied) }
            try app.expect(app.tokens.map(\.resource), is: [stage.cast.denied], "TOK for")
        },
        Scenario(
            "95", .authorization, "The app's data reaches the service", given: "authenticated",
            when: "checkAuthorization(r, data)", then: "data reaches the authorize call as generic_data, and no other",
            source: "iOS/tvOS API reference"
        ) { stage in
            let app = try await stage.loggedInApp()
            let data = ["campaign": "A&B \"é\" <x>"]
            await app.when("checkAuthorization(r, data)") { $0.checkAuthorization(stage.cast.r, withData: data) }
            try app.saw(.tok("r"))
            let sent = try app.require(try app.call("authorizeDevice")["generic_data"], "generic_data")
            let json = try app.require(try? JSONValue.parse(Array(sent.utf8)), "generic_data in JSON")
            try app.expect(json.objectValue?.count, is: 1, "members:")
            try app.expect(json["campaign"]?.stringValue, is: data["campaign"], "campaign")
            try app.expect(try app.call("deviceShortAuthorize")["generic_data"], is: nil, "generic_data")
            await app.when("checkAuthorization(r1)") { $0.checkAuthorization(stage.cast.r1) }
            try app.saw(.tok("r1"))
            try app.expect(try app.call("authorizeDevice")["generic_data"], is: nil, "generic_data")
        },
        Scenario(
            "96", .authorization, "A store from another device is refused",
            given: "store copied from another device, its device IDs rewritten to this one's",
            when: "checkAuthorization(r); checkAuthentication",
            then: """
                the server answers pendingLogout, to a stored authZ token too; TRF(r,GAZ,""), ST SEC412; bucket removed; \
                SAS(0,UNA)
                """,
            source: "iOS/tvOS SDK overview; the codes are our choice"
        ) { stage in
            let owner = try await stage.loggedInApp()
            for (name, operation) in [("copy", "authorizeDevice"), ("second copy", "deviceShortAuthorize")] {
                let device = stage.device(name: name)
                let app = try await stage.configuredApp(on: device)
                try app.expect(app.deviceID != owner.deviceID, "another device ID", seen: app.deviceID)
                app.sharedMedium.bytes = owner.sharedMedium.bytes
                app.sharedMedium.replace(owner.deviceID, with: app.deviceID)
                await app.when("checkAuthentication with the copy") { $0.checkAuthentication() }
                try app.saw(.sas(1))
                await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
                try app.called(operation)
                let answer = try app.call(operation).answer
                try app.expect(answer.hasPrefix("<pendingLogout "), "pendingLogout", seen: answer)
                try app.saw(.trf("r", .gaz), .st("SEC412", .warning))
                try app.tracked(.notAuthorized(error: .text(GENERIC_AUTHORIZATION_ERROR), details: "", provider: "M1"))
                try app.expect(app.bucket() == nil, "no record of M1 any more")
                await app.when("checkAuthentication") { $0.checkAuthentication() }
                try app.saw(.sas(0, .una), .st("N000"))
                // The owner of the copied store stays logged in.
                await owner.when("checkAuthorization(r) by the owner") { $0.checkAuthorization(stage.cast.r) }
                try owner.saw(.tok("r"))
            }
        },
    ]
}
