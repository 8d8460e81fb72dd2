import AccessEnabler

extension ScenarioSuite {
    static let authentication: [Scenario] = [
        Scenario(
            "30", .authentication, "Nobody is logged in", given: "empty store", when: "checkAuthentication",
            then: "SAS(0,UNA), ST N000; Net 0", source: "iOS/tvOS API reference; Error Reporting"
        ) { stage in
            let app = try await stage.configuredApp()
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(0, .una), .st("N000"))
            try app.sawNoCalls()
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
    ]
}
