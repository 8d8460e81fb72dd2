import AccessEnabler
import PassCore
import PassSimulator

extension ScenarioSuite {
    static let secondScreen: [Scenario] = [
        Scenario(
            "67", .secondScreen, "A TV shows a registration code", given: "tvOS, picker shown",
            when: "setSelectedProvider(M1)",
            then: """
                TRK selection(M1...); one regcode call; ST REGCODE with its code; no NAV; the first poll goes out in the same \
                step
                """,
            source: "iOS/tvOS SDK overview; Error Reporting"
        ) { stage in
            let tv = stage.device(.tvOS, version: "9.2")
            let app = try await stage.configuredApp(on: tv)
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.dpd)
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            try app.called("regcode", "sessionDevice")
            let call = try app.call("regcode")
            try app.expect(call["requestor"], is: stage.cast.ref, "requestor")
            try app.expect(call["deviceId"], is: app.deviceID, "deviceId")
            try app.expect(call["format"], is: "json", "format")
            try app.expect(call.field("Authorization")?.hasPrefix("Bearer ") == true, "an access token")
            let answer = try app.require(call.response?.json, "a JSON answer")
            let code = try app.require(answer["code"]?.stringValue, "a code in the answer")
            try app.saw(.st("REGCODE", .success, message: code))
            try app.expect(app.statuses.first?.extra["registrationCode"], is: code, "registrationCode")
            try app.tracked(.selected("M1"))
            try app.expect(tv.clock.nextAlarmMillis, is: 10_000, "milliseconds to the second poll:")
        },
        Scenario(
            "68", .secondScreen, "A TV polls every ten seconds", given: "registration code shown",
            when: "+10 s, +20 s, +30 s",
            then: "one poll each (POST sessionDevice with reg_code), none in between; no callback",
            source: "iOS/tvOS SDK 3.1, constants of its header", needs: [.clock]
        ) { stage in
            let (_, app, code) = try await stage.codeOnTV()
            for _ in 1...3 {
                try await stage.advance(by: .milliseconds(9_999))
                try app.sawNoCalls()
                try await stage.advance(by: .milliseconds(1))
                try app.called("sessionDevice")
                let poll = try app.call("sessionDevice")
                try app.expect(poll.request.method, is: "POST", "method")
                try app.expect(poll["reg_code"], is: code, "reg_code")
                try app.expect(poll["requestor_id"], is: stage.cast.ref, "requestor_id")
                try app.expect(poll["device_id"], is: app.deviceID, "device_id")
                try app.expect(poll.response?.status, is: 401, "status of an answer before the login")
                try app.sawNothing()
            }
        },
        Scenario(
            "69", .secondScreen, "The login on the second screen reaches the TV", given: "second screen done at 25 s",
            when: "the poll at +30 s", then: "SAS(1,\"\"), no NAV; polling stops; token stored beside the device ID",
            source: "iOS/tvOS cookbook", needs: [.clock]
        ) { stage in
            let (tv, app, code) = try await stage.codeOnTV()
            try await stage.advance(by: .seconds(25))
            try app.called("sessionDevice", "sessionDevice")
            try app.sawNothing()
            try await stage.logInOnSecondScreen(app, code: code)
            try await stage.advance(by: .milliseconds(4_999))
            try app.sawNoCalls()
            try app.sawNothing()
            try await stage.advance(by: .milliseconds(1))
            try app.called("sessionDevice")
            try app.saw(.sas(1))
            try app.tracked(.authenticated("M1", cached: false))
            try app.expect(tv.clock.pendingAlarms, is: 0, "alarms after the login:")
            let token = try app.authenticationToken()
            try app.expect(token.provider, is: stage.cast.m1, "the token's MVPD")
            try app.expect(token.requestor, is: stage.cast.ref, "the token's requestor")
            try await stage.advance(by: .seconds(60))
            try app.sawNoCalls()
            try app.sawNothing()
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(1))
            try app.tracked(.authenticated("M1", cached: true))
        },
        Scenario(
            "70", .secondScreen, "A TV's login is cancelled", given: "registration code shown",
            when: "setSelectedProvider(nil)", then: "SAS(0,PNS), ST N005; no further polls; M1 forgotten",
            source: "iOS/tvOS SDK overview; Error Reporting", needs: [.clock]
        ) { stage in
            let (tv, app, code) = try await stage.codeOnTV()
            try await stage.advance(by: .seconds(10))
            try app.called("sessionDevice")
            await app.when("setSelectedProvider(nil)") { $0.setSelectedProvider(nil) }
            try app.saw(.sas(0, .pns), .st("N005", .info))
            try app.tracked(.notAuthenticated)
            try app.sawNoCalls()
            try app.expect(tv.clock.pendingAlarms, is: 0, "alarms after the cancellation:")
            // A user who still enters the code on the second screen isn't logged in here.
            try await stage.logInOnSecondScreen(app, code: code)
            try await stage.advance(by: .seconds(30))
            try app.sawNoCalls()
            try app.sawNothing()
            await app.when("getSelectedProvider") { $0.getSelectedProvider() }
            try app.saw(.sel(nil))
        },
        Scenario(
            "71", .secondScreen, "A registration code runs out", given: "registration code shown, no login",
            when: "+1800 s", then: "polling stops; SAS(0,GAN)",
            source: "iOS/tvOS SDK 3.1, constants of its header; our choice", isOurs: true, needs: [.clock]
        ) { stage in
            let (tv, app, _) = try await stage.codeOnTV()
            try await stage.advance(by: .seconds(1_799))
            try app.sawNothing()
            try app.expect(app.calls("sessionDevice").count, is: 179, "polls after the first:")
            try await stage.advance(by: .seconds(1))
            try app.saw(.sas(0, .gan), .st("N500"))
            try app.tracked(.notAuthenticated)
            try app.expect(tv.clock.pendingAlarms, is: 0, "alarms after the code's end:")
            try await stage.advance(by: .seconds(60))
            try app.sawNoCalls()
            try app.sawNothing()
        },
        Scenario(
            "72", .secondScreen, "A TV gets no registration code", given: "tvOS, picker shown, regcode service fails",
            when: "setSelectedProvider(M1)", then: "ST REG500; SAS(0,GAN); no polls; the next login has a code",
            source: "Error Reporting; SAS is our choice"
        ) { stage in
            let tv = stage.device(.tvOS, version: "9.2")
            let app = try await stage.configuredApp(on: tv)
            await app.when("getAuthentication") { $0.getAuthentication() }
            stage.network.answer("regcode", status: 500)
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            try app.saw(.sas(0, .gan), .st("REG500", .error))
            try app.tracked(.selected("M1"), .notAuthenticated)
            try app.called("regcode")
            try app.expect(tv.clock.pendingAlarms, is: 0, "alarms after the failure:")
            stage.network.restore("regcode")
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.dpd)
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            try app.saw(.st("REGCODE", .success))
        },
        Scenario(
            "73", .secondScreen, "A failed poll doesn't end the polling", given: "polling; one poll answers 500",
            when: "the next poll", then: "no callback; polling goes on; a connection that fails is tried once more",
            source: "our choice", isOurs: true, needs: [.clock]
        ) { stage in
            let (_, app, code) = try await stage.codeOnTV()
            stage.network.answer("sessionDevice", status: 500, times: 1)
            try await stage.advance(by: .seconds(10))
            try app.called("sessionDevice")
            try app.sawNothing()
            stage.network.cut("sessionDevice", times: 2)
            try await stage.advance(by: .seconds(10))
            try app.called("sessionDevice", "sessionDevice")
            try app.sawNothing()
            try await stage.logInOnSecondScreen(app, code: code)
            try await stage.advance(by: .seconds(10))
            try app.called("sessionDevice")
            try app.saw(.sas(1))
        },
        Scenario(
            "74", .secondScreen, "Another MVPD is selected while the TV polls", given: "polling for M1",
            when: "setSelectedProvider(M2)",
            then: "a new REGCODE; the old code isn't polled; the new one logs in at M2",
            source: "our choice", isOurs: true, needs: [.clock]
        ) { stage in
            let (tv, app, old) = try await stage.codeOnTV()
            try await stage.advance(by: .seconds(5))
            await app.when("setSelectedProvider(M2)") { $0.setSelectedProvider(stage.cast.m2) }
            try app.saw(.st("REGCODE", .success))
            try app.tracked(.selected("M2"))
            try app.called("regcode", "sessionDevice")
            let new = try app.require(app.registrationCode, "ST REGCODE")
            try app.expect(new != old, "another code than \(old)", seen: new)
            try app.expect(tv.clock.nextAlarmMillis, is: 10_000, "milliseconds to the second poll:")
            try await stage.logInOnSecondScreen(app, code: old)
            try await stage.advance(by: .milliseconds(9_999))
            try app.sawNoCalls()
            try await stage.advance(by: .milliseconds(1))
            try app.called("sessionDevice")
            try app.expect(try app.call("sessionDevice")["reg_code"], is: new, "reg_code")
            try app.sawNothing()
            try await stage.logInOnSecondScreen(app, code: new, "M2")
            try await stage.advance(by: .seconds(10))
            try app.called("sessionDevice")
            try app.saw(.sas(1))
            try app.tracked(.authenticated("M2", cached: false))
            await app.when("getSelectedProvider") { $0.getSelectedProvider() }
            try app.saw(.sel("M2"))
        },
        Scenario(
            "75", .secondScreen, "A remembered MVPD gets its code at once", given: "remembered M1, expired token",
            when: "getAuthentication on tvOS", then: "ST REGCODE directly, no DPD; then the login as usual",
            source: "iOS/tvOS SDK overview", needs: [.clock, .policy]
        ) { stage in
            try stage.world.configure("{ ttl: { authenticationSeconds: 60 } }")
            let app = try await stage.loggedInApp(on: stage.device(.tvOS, version: "9.2"))
            try await stage.advance(by: .seconds(61))
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(0, .una), .st("N000"))
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.st("REGCODE", .success))
            try app.tracked()
            try app.called("regcode", "sessionDevice")
            let code = try app.require(app.registrationCode, "ST REGCODE")
            try await stage.logInOnSecondScreen(app, code: code)
            try await stage.advance(by: .seconds(10))
            try app.saw(.sas(1))
            try app.tracked(.authenticated("M1", cached: false))
        },
        Scenario(
            "75a", .secondScreen, "Polling begins at once",
            given: "tvOS, picker shown; sessionDevice answers with a token",
            when: "setSelectedProvider(M1)",
            then: "ST REGCODE, one poll with that code without waiting, SAS(1,\"\"); no further poll",
            source: "iOS/tvOS SDK overview", needs: [.clock]
        ) { stage in
            let (_, first, code) = try await stage.codeOnTV()
            try await stage.logInOnSecondScreen(first, code: code)
            try await stage.advance(by: .seconds(10))
            try first.saw(.sas(1))
            let answer = try first.require(first.call("sessionDevice").response, "the answer with the token")

            let tv = stage.device(.tvOS, version: "9.2", name: "second TV")
            let app = try await stage.configuredApp(on: tv)
            try await app.showPicker()
            stage.network.mutate("sessionDevice") { _, _ in answer }
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            try app.saw(.st("REGCODE", .success), .sas(1))
            try app.called("regcode", "sessionDevice")
            let shown = try app.require(app.registrationCode, "ST REGCODE")
            try app.expect(try app.call("sessionDevice")["reg_code"], is: shown, "reg_code")
            try app.expect(tv.clock.pendingAlarms, is: 0, "alarms after the login:")
        },
    ]
}

extension Stage {
    /// Returns a TV, an app on it whose user has chosen `M1`, and the registration code that the app shows.
    fileprivate func codeOnTV() async throws -> (tv: SimulatedDevice, app: SimulatedApp, code: String) {
        let tv = device(.tvOS, version: "9.2")
        let app = try await configuredApp(on: tv)
        await app.when("getAuthentication") { $0.getAuthentication() }
        await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(self.cast.m1) }
        return (tv, app, try app.require(app.registrationCode, "ST REGCODE"))
    }
}
