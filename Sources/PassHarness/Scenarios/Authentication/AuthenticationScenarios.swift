import AccessEnabler
import PassCore
import PassCrypto
import PassSimulator

extension ScenarioSuite {
    static let authentication =
        storedAuthentication + browserAuthentication + rememberedAuthentication + moreAuthentication
        + browserEnds

    /// Logins found in the store, and the picker.
    private static let storedAuthentication: [Scenario] = [
        Scenario(
            "30", .authentication, "No user is logged in", given: "empty store", when: "checkAuthentication",
            then: "SAS(0,UNA), ST N000; Net 0", source: "iOS/tvOS API reference; Error Reporting"
        ) { stage in
            let app = try await stage.configuredApp()
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(0, .una), .st("N000"))
            try app.sawNoCalls()
        },
        Scenario(
            "31", .authentication, "The user is logged in", given: "valid token M1", when: "checkAuthentication",
            then: #"SAS(1,""); Net 0; TRK authN("YES",M1,md5,"YES",...)"#, source: "iOS/tvOS API reference"
        ) { stage in
            let app = try await stage.loggedInApp()
            let guid = Hex.encode(Digest.md5(try app.storedLogin(at: "M1").guid.utf8))
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(1))
            try app.tracked(.authenticated("M1", cached: true, guid: .text(guid)))
            try app.sawNoCalls()
        },
        Scenario(
            "32", .authentication, "The stored token has expired", given: "token TTL passed",
            when: "checkAuthentication", then: "SAS(0,UNA), after the last second that counts; Net 0",
            source: "iOS/tvOS SDK overview", needs: [.clock, .policy]
        ) { stage in
            try stage.world.configure(
                "{ requestors: { \(stage.cast.ref): { mvpds: { \(stage.cast.m1): { authenticationSeconds: 60 } } } } }")
            let app = try await stage.loggedInApp()
            let timeToLive = try app.storedLogin(at: "M1").expires.milliseconds - app.device.clock.nowMillis
            try app.expect(timeToLive, is: 60_000, "the token's life in milliseconds")
            try await stage.advance(by: .milliseconds(timeToLive))
            try await app.expectAuthenticated(at: "M1")
            try await stage.advance(by: .seconds(1))
            try app.sawNothing()
            try await app.expectNotAuthenticated()
        },
        Scenario(
            "33", .authentication, "The user's MVPD is no longer in the configuration",
            given: "valid token but M1 removed from config", when: "checkAuthentication", then: "SAS(0,GAN)",
            source: "iOS/tvOS SDK overview; Android AccessEnabler 1.8 (behaviour)", needs: [.policy]
        ) { stage in
            let app = try await stage.loggedInApp()
            try stage.withdrawM1()
            try await app.configure()
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(0, .gan), .st("N500"))
            try app.tracked(.notAuthenticated)
            try app.sawNoCalls()
        },
        Scenario(
            "34", .authentication, "A user who is logged in sees no picker", given: "valid token",
            when: "getAuthentication", then: #"SAS(1,"") only; no DPD/NAV; Net 0"#, source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.loggedInApp()
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.sas(1))
            try app.tracked(.authenticated("M1", cached: true))
            try app.sawNoCalls()
        },
        Scenario(
            "35", .authentication, "The picker shows every MVPD", given: "empty store", when: "getAuthentication",
            then: "DPD with all MVPDs incl. id, name, logo; nothing else yet", source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.configuredApp()
            let document = try stage.require(
                stage.network.exchanges.last { $0.operation == "config" }?.answer, "a configuration")
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.dpd)
            try app.tracked()
            try app.sawNoCalls()
            let shown = try app.require(app.providers, "providers")
            let listed = document.split(separator: "<mvpd ").dropFirst()
            for (name, values) in [
                ("id", shown.map(\.id)), ("displayName", shown.map(\.displayName)), ("logoUrl", shown.map(\.logoURL)),
            ] {
                try app.expect(values, is: listed.map { element(name, of: $0) }, "every \(name) of the configuration:")
            }
            try app.expect(Set(shown.map(\.displayName)).count, is: shown.count, "different names:")
            for role in ["M1", "M2", "M3", "M4", "X1", "T1", "T2"] {
                let provider = try app.require(shown.first { $0.id == stage.cast[role] }, "\(role) in the picker")
                let picture = try await stage.network.send(TransportRequest(url: provider.logoURL))
                try app.expect(picture.status, is: 200, "the status of \(role)'s logo:")
            }
        },
        Scenario(
            "36", .authentication, "A selected provider is opened in the web view", given: "picker shown",
            when: "setSelectedProvider(M1)",
            then: """
                TRK selection(M1...); one regcode call; NAV(url): host of the service provider, path authenticate, mso_id=M1, \
                requestor_id, reg_code=that code, redirect_url=ADOBEPASS_REDIRECT_URL
                """,
            source: "iOS/tvOS SDK overview; the registration code is our choice"
        ) { stage in
            let app = try await stage.configuredApp()
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.dpd)
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            try app.saw(.nav)
            try app.tracked(.selected("M1"))
            let code = try app.call("regcode")
            let url = try app.require(app.navigation, "NAV")
            try app.expect(
                url.address.hasPrefix(stage.serviceProvider + "/authenticate"), "a URL of authenticate",
                seen: url.address)
            try app.expect(url["mso_id"], is: stage.cast.m1, "mso_id")
            try app.expect(url["requestor_id"], is: stage.cast.ref, "requestor_id")
            try app.expect(url["redirect_url"], is: ADOBEPASS_REDIRECT_URL, "redirect_url")
            let given = try app.require(url["reg_code"], "reg_code in the URL")
            try app.expect(code.answer.contains("\"\(given)\""), "the code that was fetched", seen: given)
        },
        Scenario(
            "36a", .authentication, "No registration code, no login", given: "picker shown, regcode service fails",
            when: "setSelectedProvider(M1)", then: "ST REG500; SAS(0,GAN); no NAV", source: "Error Reporting",
            isOurs: true
        ) { stage in
            let app = try await stage.configuredApp()
            for (status, body) in [(500, ""), (200, "{}"), (200, "<html>")] {
                stage.network.answer("regcode", status: status, body: body)
                try await app.showPicker()
                await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
                try app.saw(.sas(0, .gan), .st("REG500", .error))
                try app.tracked(.selected("M1"), .notAuthenticated)
                try app.called("regcode")
                try await app.expectSelected(nil)
            }
            stage.network.restore("regcode")
            try await app.showPicker()
            try await app.select("M1")
            try app.saw(.nav)
        },
    ]

    /// Returns the unescaped text of an element of the configuration.
    private static func element(_ name: String, of text: Substring) -> String {
        guard let start = text.firstRange(of: "<\(name)>"), let end = text.firstRange(of: "</\(name)>"),
            start.upperBound <= end.lowerBound
        else { return "no \(name)" }
        return String(text[start.upperBound..<end.lowerBound]).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&amp;", with: "&")
    }
}
