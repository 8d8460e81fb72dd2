import AccessEnabler

extension ScenarioSuite {
    static let queue: [Scenario] = [
        Scenario(
            "9", .configuration, "A call before the configuration waits for it", given: "config delayed",
            when: "checkAuthentication right after setRequestor", then: "no SAS before SRC(1); then SAS(0,UNA)",
            source: "iOS/tvOS SDK overview; iOS/tvOS cookbook"
        ) { stage in
            let app = try await stage.app()
            stage.network.hold("config")
            await app.when("setRequestor(REF), checkAuthentication") {
                $0.setRequestor(stage.cast.ref)
                $0.checkAuthentication()
            }
            try app.sawNothing()
            await app.step("the configuration comes") { stage.network.release("config") }
            try app.saw(.src(1), .sas(0, .una), .st("N000"))
            try app.tracked(.notAuthenticated)
        },
        Scenario(
            "10", .configuration, "Calls that wait are answered in their order", given: "config delayed",
            when: "checkAuthentication, getMetadata(authN), checkAuthorization(r) in that order",
            then: "after SRC(1): SAS, META, TRF in that order", source: "iOS/tvOS SDK overview; the order is our choice"
        ) { stage in
            let app = try await stage.app()
            stage.network.hold("config")
            await app.when("setRequestor(REF), checkAuthentication, getMetadata(0), checkAuthorization(r)") {
                $0.setRequestor(stage.cast.ref)
                $0.checkAuthentication()
                $0.getMetadata([METADATA_OPCODE_KEY: METADATA_AUTHENTICATION])
                $0.checkAuthorization(stage.cast.r)
            }
            try app.sawNothing()
            await app.step("the configuration comes") { stage.network.release("config") }
            try app.saw(.src(1), .sas(0, .una), .meta(nil, METADATA_AUTHENTICATION), .trf("r", .una), .st("N000"))
            try app.tracked(.notAuthenticated, .notAuthorized())
        },
        Scenario(
            "11", .configuration, "Each of the seven calls may come before the configuration", given: "config delayed",
            when: "each of the 7 queued methods alone, without and with a login",
            then: "none answers before SRC; all answer after", source: "iOS/tvOS cookbook"
        ) { stage in
            let r = stage.cast.r
            let metadata = [METADATA_OPCODE_KEY: METADATA_AUTHENTICATION]
            var app = try await stage.app()
            /// Makes a call while the configuration is held back, and expects its answers only after the configuration
            /// has arrived.
            func held(
                _ name: String, _ call: (AccessEnabler) -> Void, answers: (SimulatedApp) throws -> Void
            ) async throws {
                stage.network.hold("config")
                await app.when("setRequestor(REF), \(name)") {
                    $0.setRequestor(stage.cast.ref)
                    call($0)
                }
                try app.sawNothing()
                try app.expect(app.calls("config").count, is: 1, "requests for the configuration:")
                await app.step("the configuration comes for \(name)") { stage.network.release("config") }
                try answers(app)
            }
            try await held("checkAuthentication", { $0.checkAuthentication() }) {
                try $0.saw(.src(1), .sas(0, .una), .st("N000"))
            }
            try await held("checkAuthorization(r)", { $0.checkAuthorization(r) }) {
                try $0.saw(.src(1), .trf("r", .una), .st("N000"))
            }
            try await held("checkPreauthorizedResources([r])", { $0.checkPreauthorizedResources([r]) }) {
                try $0.saw(.src(1), .pre([]))
            }
            try await held("getMetadata(0)", { $0.getMetadata(metadata) }) { try $0.saw(.src(1), .meta(nil, 0)) }
            try await held("logout", { $0.logout() }) { try $0.saw(.src(1), .nav(ADOBEPASS_REDIRECT_URL)) }
            for (name, call) in logins(r) {
                app = try await stage.app(on: stage.device(name: name))
                try await held(name, call) { try $0.saw(.src(1), .dpd) }
            }
            app = try await stage.loggedInApp("com.x.y.AppB")
            try await held("checkAuthentication", { $0.checkAuthentication() }) { try $0.saw(.src(1), .sas(1)) }
            try await held("getAuthentication", { $0.getAuthentication() }) { try $0.saw(.src(1), .sas(1)) }
            try await held("checkAuthorization(r)", { $0.checkAuthorization(r) }) { try $0.saw(.src(1), .tok("r")) }
            try await held("getAuthorization(r)", { $0.getAuthorization(r) }) { try $0.saw(.src(1), .tok("r")) }
            try await held("checkPreauthorizedResources([r])", { $0.checkPreauthorizedResources([r]) }) {
                try $0.saw(.src(1), .pre(["r"]))
            }
            try await held("getMetadata(0)", { $0.getMetadata(metadata) }) { try $0.saw(.src(1), .meta(any: 0)) }
            try await held("logout", { $0.logout() }) { try $0.saw(.src(1), .nav) }
        },
        Scenario(
            "12", .configuration, "A call stays silent while no configuration succeeds",
            given: "one call queued", when: "setRequestor fails", then: "SRC(0), queued call silent",
            source: "our choice", isOurs: true
        ) { stage in
            let app = try await stage.app()
            try await stage.failConfiguration(of: app)
        },
        Scenario(
            "13", .configuration, "A call that waits is answered by the next configuration",
            given: "setRequestor failed, one call queued", when: "setRequestor again, succeeds",
            then: "SRC(1), then the queued call answers", source: "our choice", isOurs: true
        ) { stage in
            let app = try await stage.app()
            try await stage.failConfiguration(of: app)
            stage.network.restore("config")
            await app.when("setRequestor(REF)") { $0.setRequestor(stage.cast.ref) }
            try app.saw(.src(1), .sas(0, .una), .st("N000"))
            try app.tracked(.notAuthenticated)
            await app.when("setRequestor(REF) again") { $0.setRequestor(stage.cast.ref) }
            try app.saw(.src(1))
        },
        Scenario(
            "14", .configuration, "preauthorize doesn't wait", given: "config delayed", when: "preauthorize",
            then: "onFailure at once: status 0, requestor_not_configured, action retry", source: "Preauthorize API"
        ) { stage in
            let app = try await stage.app()
            stage.network.hold("config")
            let request = PreauthorizeRequest.Builder().setResources([stage.cast.r]).build()
            await app.when("setRequestor(REF), preauthorize([r])") {
                $0.setRequestor(stage.cast.ref)
                $0.preauthorize(request, didCompleteWith: app.recordedCallback)
            }
            try app.sawNothing()
            try app.expect(app.outcomes.count, is: 1, "callbacks of preauthorize:")
            guard case .onFailure(let response) = app.outcomes.first else {
                throw app.failure("onFailure", seen: "\(app.outcomes)")
            }
            try app.expect(response.status?.status, is: 0, "status")
            try app.expect(response.status?.code, is: "requestor_not_configured", "code")
            try app.expect(response.status?.action, is: "retry", "action")
            try app.expect(response.decisions.isEmpty, "no decisions", seen: "\(response.decisions)")
            try app.expect(app.calls("preauthorize").isEmpty, "no request preauthorize")
            await app.step("the configuration comes") { stage.network.release("config") }
            try app.saw(.src(1))
            try app.expect(app.outcomes.isEmpty, "no second end of preauthorize", seen: "\(app.outcomes)")
            try app.expect(app.calls("preauthorize").isEmpty, "no request preauthorize")
        },
        Scenario(
            "15", .configuration, "A selection before the configuration waits for it", given: "config delayed",
            when: "setSelectedProvider(M1)", then: "no callback before SRC(1); then M1 is selected",
            source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.app()
            stage.network.hold("config")
            await app.when("setRequestor(REF), setSelectedProvider(M1)") {
                $0.setRequestor(stage.cast.ref)
                $0.setSelectedProvider(stage.cast.m1)
            }
            try app.sawNothing()
            await app.step("the configuration comes") { stage.network.release("config") }
            try app.saw(.src(1))
            try app.tracked(.selected("M1"))
            await app.when("getSelectedProvider") { $0.getSelectedProvider() }
            try app.saw(.sel("M1"))
        },
        Scenario(
            "16", .configuration, "Nothing is selected before the configuration", given: "never configured",
            when: "getSelectedProvider", then: "SEL(nil); Net 0", source: "our choice", isOurs: true
        ) { stage in
            let app = try await stage.app()
            await app.when("getSelectedProvider") { $0.getSelectedProvider() }
            try app.saw(.sel(nil))
            try app.sawNoCalls()
        },
        Scenario(
            "17", .configuration, "An app that waits for the configuration gets the same result",
            given: "app implements SRC and waits", when: "setRequestor, on SRC(1) getAuthentication",
            then: "works like the queued variant", source: "iOS/tvOS SDK overview"
        ) { stage in
            for waits in [true, false] {
                let app = try await stage.app(on: stage.device(name: "waits: \(waits)"))
                if waits {
                    app.whenever { event, enabler in
                        if event == .setRequestorComplete(1) { enabler.getAuthentication() }
                    }
                }
                await app.when(waits ? "setRequestor(REF)" : "setRequestor(REF), getAuthentication") {
                    $0.setRequestor(stage.cast.ref)
                    if !waits { $0.getAuthentication() }
                }
                try app.saw(.src(1), .dpd)
                await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
                try app.saw(.nav)
                try app.tracked(.selected("M1"))
                try await app.finishInBrowser()
                try app.saw(.sas(1))
                try app.tracked(.authenticated("M1", cached: false))
            }
        },
        Scenario(
            "17a", .configuration, "A login at an MVPD that was selected before the configuration",
            given: "config delayed, or setRequestor not called yet",
            when: "setSelectedProvider(M1), getAuthentication; the configuration comes",
            then: "SRC(1), then NAV for M1; no DPD", source: "iOS/tvOS SDK overview"
        ) { stage in
            for isEarly in [false, true] {
                let app = try await stage.app(on: stage.device(name: "early: \(isEarly)"))
                stage.network.hold("config")
                await app.when("setRequestor(REF), setSelectedProvider(M1), getAuthentication") { enabler in
                    if !isEarly { enabler.setRequestor(stage.cast.ref) }
                    enabler.setSelectedProvider(stage.cast.m1)
                    enabler.getAuthentication()
                    if isEarly { enabler.setRequestor(stage.cast.ref) }
                }
                try app.sawNothing()
                await app.step("the configuration comes") { stage.network.release("config") }
                try app.saw(.src(1), .nav)
                try app.tracked(.selected("M1"))
                try app.expect(app.navigation?["mso_id"], is: stage.cast.m1, "mso_id")
                try await app.finishInBrowser()
                try app.saw(.sas(1))
            }
        },
    ]

    /// Returns the two calls that begin a login.
    private static func logins(_ resource: String) -> [(String, (AccessEnabler) -> Void)] {
        [
            ("getAuthentication", { $0.getAuthentication() }),
            ("getAuthorization(r)", { $0.getAuthorization(resource) }),
        ]
    }
}

extension Stage {
    /// Ends a `setRequestor` with SRC(0) while a `checkAuthentication` waits for the configuration.
    fileprivate func failConfiguration(of app: SimulatedApp) async throws {
        network.answer("config", status: 503)
        await app.when("setRequestor(REF), checkAuthentication") {
            $0.setRequestor(self.cast.ref)
            $0.checkAuthentication()
        }
        try app.saw(.src(0), .st("CFG503", .error))
        try app.tracked()
    }
}
