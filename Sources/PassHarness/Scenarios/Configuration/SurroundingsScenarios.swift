import AccessEnabler
import PassCore
import PassCrypto
import PassSimulator

extension ScenarioSuite {
    static let surroundings: [Scenario] = [
        Scenario(
            "18", .configuration, "An app learns of another app's logout when it comes to the foreground",
            given: "authenticated, app back in foreground, another app logged out (shared store wiped)",
            when: "setRequestor; checkAuthentication", then: "SRC(1); SAS(0,UNA)", source: "iOS/tvOS API reference"
        ) { stage in
            let app = try await stage.loggedInApp()
            let other = try await stage.configuredApp("com.x.y.AppB")
            await other.when("checkAuthentication") { $0.checkAuthentication() }
            try other.saw(.sas(1))
            await other.when("logout") { $0.logout() }
            try other.saw(.nav)
            try await other.finishInBrowser()
            try other.saw(.sas(0))
            await app.when("setRequestor(REF)") { $0.setRequestor(stage.cast.ref) }
            try app.saw(.src(1))
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(0, .una), .st("N000"))
            try app.tracked(.notAuthenticated)
        },
        Scenario(
            "19", .configuration, "A device with the wrong date", given: "device clock 2 days off",
            when: "setRequestor", then: "ST CFG100(warning), SRC(1)", source: "Error Reporting"
        ) { stage in
            for days in [-2, 2] as [Int64] {
                let device = stage.device(name: "\(days) days")
                device.clock.skewMillis = days * 86_400_000
                let app = try await stage.app(on: device)
                await app.when("setRequestor(REF), \(days) days off") { $0.setRequestor(stage.cast.ref) }
                try app.saw(.src(1), .st("CFG100", .warning))
            }
        },
        Scenario(
            "20", .configuration, "A backend that isn't trusted", given: "TLS certificate not trusted",
            when: "setRequestor", then: "ST SEC420, SRC(0)", source: "Error Reporting"
        ) { stage in
            let app = try await stage.app()
            stage.network.distrust()
            await app.when("setRequestor(REF)") { $0.setRequestor(stage.cast.ref) }
            try app.saw(.src(0), .st("SEC420", .error))
            stage.network.restore()
            // An embedded backend allows the same test with real certificates.
            guard let world = try? stage.world else { return }
            let secure = [world.httpsURL + "/adobe-services"]
            await app.when("setRequestor(REF) over TLS") { $0.setRequestor(stage.cast.ref, serviceProviders: secure) }
            try app.saw(.src(1))
            let stranger = try CertificateAuthority.create(name: "Stranger", now: SystemWallClock().now())
            let wary = SocketTransport(certificateAuthority: String(decoding: stranger.certificatePEM, as: UTF8.self))
            stage.network.reroute("*", over: wary)
            await app.when("setRequestor(REF) over TLS, another authority trusted") {
                $0.setRequestor(stage.cast.ref, serviceProviders: secure)
            }
            try app.saw(.src(0), .st("SEC420", .error))
        },
        Scenario(
            "21", .configuration, "A newer setRequestor takes the older one's place",
            given: "setRequestor(REF) in flight", when: "setRequestor(REF2)",
            then: "exactly one SRC, for REF2; MVPD list is REF2's", source: "our choice", isOurs: true
        ) { stage in
            var expected: [String: [String]] = [:]
            for requestor in ["REF", "REF2"] {
                let patient = try await stage.configuredApp(
                    requestor: requestor, on: stage.device(name: requestor))
                await patient.when("getAuthentication") { $0.getAuthentication() }
                expected[requestor] = try patient.require(patient.providers, "DPD").map(\.id)
            }
            let app = try await stage.app(on: stage.device(name: "impatient"))
            stage.network.hold("config")
            await app.when("setRequestor(REF)") { $0.setRequestor(stage.cast.ref) }
            try app.sawNothing()
            await app.when("setRequestor(REF2)") { $0.setRequestor(stage.cast.ref2) }
            try app.sawNothing()
            await app.step("both answer") { stage.network.release("config") }
            try app.saw(.src(1))
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.dpd(expected["REF2"] ?? []))
            // Now the calls come in the opposite order, and the answer to the older one arrives last.
            stage.network.hold("config", at: "\(stage.serviceProvider)/1.0/config/\(stage.cast.ref2)")
            await app.when("setRequestor(REF2), setRequestor(REF)") {
                $0.setRequestor(stage.cast.ref2)
                $0.setRequestor(stage.cast.ref)
            }
            // REF2's login ends while its picker is shown, because another requestor is set.
            try app.saw(.sas(0, .gan), .st("N500", .error), .src(1))
            await app.step("the older one answers") {
                stage.network.release("config", at: "\(stage.serviceProvider)/1.0/config/\(stage.cast.ref2)")
            }
            try app.sawNothing()
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.dpd(expected["REF"] ?? []))
        },
        Scenario(
            "22", .configuration, "Off the main thread there is no passive authentication",
            given: "profile 1.7, P1 token for M3 valid, the MVPD's session alive",
            when: "setRequestor(P2) called off the injected main executor",
            then: "one error line logged; no N001, no passive request; SRC(1)",
            source: "iOS/tvOS SDK overview; the outcome is our choice"
        ) { stage in
            let profile = CompatibilityProfile(SDKVersion(1, 7))
            let first = try await stage.loggedInApp(provider: "M3", profile: profile)
            let app = try await stage.app("com.x.y.AppB", profile: profile) {
                $0.browser = first.browser
                $0.isOnMain = false
            }
            let exchanges = stage.network.exchanges.count
            try await app.configure("P2")
            try app.saw(.src(1))
            let errors = app.log.filter { $0.category == .error }
            try app.expect(errors.count, is: 1, "error lines:")
            let others = stage.network.exchanges.dropFirst(exchanges).filter { $0.operation != "config" }
            try app.expect(
                others.isEmpty, "no request but for the configuration",
                seen: others.map(\.description).joined(separator: "; "))
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(0, .una), .st("N000"))
            app.setup.isOnMain = true
            try await app.configure("P2")
            try app.saw(.src(1), .st("N001", .info))
            try app.expect(app.log.allSatisfy { $0.category != .error }, "no error line", seen: "\(app.log)")
        },
        Scenario(
            "23", .configuration, "An SDK that is too old", given: "config answers HTTP 410, profile 1.x",
            when: "setRequestor", then: "SAS(0,SERVER_API_TOO_OLD), SRC(0)",
            source: "Android AccessEnabler 1.8 (behaviour)", isOurs: true, needs: [.policy]
        ) { stage in
            try stage.world.configure(#"{ oldestClient: "2.0" }"#)
            let app = try await stage.app(profile: CompatibilityProfile(SDKVersion(1, 10)))
            await app.when("setRequestor(REF)") { $0.setRequestor(stage.cast.ref, setSignedRequestorId: "c2lnbmVk") }
            try app.expect(try app.call("config").response?.status, is: 410, "status")
            try app.saw(.sas(0, .tooOld), .src(0))
            try app.tracked(.notAuthenticated)
            // The service refuses the SDK's version, not the requestor.
            _ = try await stage.configuredApp("com.x.y.AppB", on: stage.device(name: "new"))
        },
    ]
}
