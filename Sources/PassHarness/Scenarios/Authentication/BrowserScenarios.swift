import AccessEnabler

extension ScenarioSuite {
    /// The way from the web view back to the app.
    static let browserAuthentication: [Scenario] = [
        Scenario(
            "37", .authentication, "The user has logged in",
            given: "web view shown; login ok, it hits adobepass://ios.app",
            when: "handleExternalURL",
            then: """
                token fetched once, by reg_code; SAS(1,""); token in store beside the device ID sent; TRK authN cached "NO"
                """,
            source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.configuredApp()
            try await app.showPicker()
            let code = try app.require(try await app.select("M1")["reg_code"], "reg_code in the URL")
            let end = try await app.browse()
            try app.expect(end, is: ADOBEPASS_REDIRECT_URL, "the browser's last address:")
            await app.when("handleExternalURL") { $0.handleExternalURL(end) }
            try app.saw(.sas(1))
            try app.tracked(.authenticated("M1", cached: false))
            try app.called("sessionDevice")
            let call = try app.call("sessionDevice")
            try app.expect(call.values("reg_code"), is: [code], "reg_code")
            try app.expect(call.values("requestor_id"), is: [stage.cast.ref], "requestor_id")
            try app.expect(call.values("device_id"), is: [app.deviceID], "device_id")
            let token = try app.storedLogin(at: "M1")
            try app.expect(call.answer.contains(token.guid), "the token of the answer in the store", seen: token.guid)
            let metadata = app.record()?.providers[stage.cast.m1]?.userMetadata ?? ""
            try app.expect(metadata.contains("\"data\""), "user metadata in the store", seen: metadata)
            try await app.expectAuthenticated(at: "M1")
            try await app.relaunch()
            try await app.configure()
            try await app.expectAuthenticated(at: "M1")
            try await app.expectSelected("M1")
        },
        Scenario(
            "38", .authentication, "No user has logged in", given: "web view shown; backend has no session token",
            when: "handleExternalURL", then: "SAS(0,GAN), ST N130; M1 forgotten",
            source: "iOS/tvOS SDK overview; Error Reporting"
        ) { stage in
            let app = try await stage.configuredApp()
            try await app.showPicker()
            try await app.select("M1")
            await app.when("handleExternalURL") { $0.handleExternalURL(ADOBEPASS_REDIRECT_URL) }
            try app.saw(.sas(0, .gan), .st("N130", .error))
            try app.tracked(.notAuthenticated)
            try app.called("sessionDevice")
            try app.expect(try app.call("sessionDevice").response?.status == 401, "401 from sessionDevice")
            try app.expect(app.record() == nil, "nothing of REF in the store")
            try await app.expectSelected(nil)
            try await app.showPicker()
        },
        Scenario(
            "39", .authentication, "The network fails before the token comes", given: "web view shown; network down",
            when: "handleExternalURL", then: "SAS(0,GAN); M1 forgotten", source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.configuredApp()
            try await app.showPicker()
            try await app.select("M1")
            let end = try await app.browse()
            stage.network.cut()
            await app.when("handleExternalURL") { $0.handleExternalURL(end) }
            try app.saw(.sas(0, .gan), .st("N500"))
            try app.tracked(.notAuthenticated)
            try app.expect(app.record() == nil, "nothing of REF in the store")
            stage.network.restore()
            try await app.expectSelected(nil)
            try await app.expectNotAuthenticated()
            try await app.showPicker()
        },
        Scenario(
            "40", .authentication, "A login can be completed only once", given: "login ended by handleExternalURL",
            when: "handleExternalURL again", then: "no callback, no request",
            source: "\"adobepass.ios.app cannot be found\"; ignoring the second call is our choice", isOurs: true
        ) { stage in
            let app = try await stage.configuredApp()
            try await app.showPicker()
            try await app.select("M1")
            let end = try await app.finishInBrowser()
            try app.saw(.sas(1))
            let token = try app.storedLogin(at: "M1")
            await app.when("handleExternalURL again") { $0.handleExternalURL(end) }
            try app.sawNothing()
            try app.sawNoCalls()
            try app.expect(try app.storedLogin(at: "M1") == token, "the same token in the store")
        },
        Scenario(
            "41", .authentication, "Another URL doesn't end the login", given: "web view shown",
            when: "handleExternalURL(\"https://other\")", then: "ignored, with a log line; flow still open",
            source: "our choice", isOurs: true
        ) { stage in
            let app = try await stage.configuredApp()
            try await app.showPicker()
            try await app.select("M1")
            let end = try await app.browse()
            for url in ["https://other", "adbe.Other://adobe.com", "x\(ADOBEPASS_REDIRECT_URL)", "", nil] {
                await app.when("handleExternalURL(\(url ?? "nil"))") { $0.handleExternalURL(url) }
                try app.sawNothing()
                try app.sawNoCalls()
                try app.expect(app.log.count, is: 1, "lines in the log:")
            }
            await app.when("handleExternalURL(\(end))") { $0.handleExternalURL(end) }
            try app.saw(.sas(1))
            _ = try app.storedLogin(at: "M1")
        },
    ]
}
