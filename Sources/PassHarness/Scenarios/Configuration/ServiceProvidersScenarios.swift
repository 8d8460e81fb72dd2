import AccessEnabler
import PassSimulator

extension ScenarioSuite {
    static let severalServiceProviders: [Scenario] = [
        Scenario(
            "5", .configuration, "Two service providers have the same MVPD",
            given: "two service providers, both list M1, the second is faster", when: "setRequestor(serviceProviders)",
            then: "SRC(1); M1 pinned to the second; NAV url and later calls for M1 go to it",
            source: "iOS/tvOS API reference", needs: [.policy]
        ) { stage in
            let second = try stage.otherWorld("second")
            try second.configure("{ mvpds: { \(stage.cast.m1): { name: \"The second's\" } } }")
            let app = try await stage.app()
            stage.network.hold("config", at: stage.serviceProvider)
            await app.when("setRequestor(REF, serviceProviders)") {
                $0.setRequestor(stage.cast.ref, serviceProviders: [stage.serviceProvider, second.serviceProvider])
            }
            try app.sawNothing()
            await app.step("the first answers too") {
                stage.network.release("config", at: stage.serviceProvider)
            }
            try app.saw(.src(1))
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.dpd)
            let listed = app.providers?.filter { $0.id == stage.cast.m1 } ?? []
            try app.expect(listed.map(\.displayName), is: ["The second's"], "M1 in the picker:")
            try app.expect(listed.map(\.spUrl), is: [second.serviceProvider], "the service provider of M1:")
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            try app.saw(.nav)
            try app.called("regcode", at: second)
            let url = try app.require(app.navigation, "NAV")
            try app.expect(
                url.address.hasPrefix(second.serviceProvider + "/authenticate"), "a URL at \(second.serviceProvider)",
                seen: url.address)
            try await app.finishInBrowser()
            try app.saw(.sas(1))
            try app.called("sessionDevice", at: second)
            await app.when("getAuthorization(r)") { $0.getAuthorization(stage.cast.r) }
            try app.saw(.tok("r"))
            try app.called("authorizeDevice", "deviceShortAuthorize", at: second)
            let token = try app.require(app.tokens.first?.token, "a media token")
            let verdict = second.verifyMediaToken(token, resource: stage.cast.r, requestor: stage.cast.ref)
            try app.expect(verdict.validity, is: .validToken, "a media token of the second:")
            await app.when("logout") { $0.logout() }
            try app.saw(.nav)
            let end = try app.require(app.navigation, "NAV")
            try app.expect(
                end.address.hasPrefix(second.serviceProvider + "/logout"), "a URL at \(second.serviceProvider)",
                seen: end.address)
        },
        Scenario(
            "6", .configuration, "Two service providers have different MVPDs",
            given: "two service providers, the first lists M1, the second lists M2",
            when: "setRequestor(serviceProviders)", then: "SRC(1); DPD later has M1 and M2, each pinned to its own",
            source: "iOS/tvOS API reference", needs: [.policy]
        ) { stage in
            let (first, second) = (try stage.world, try stage.otherWorld("second"))
            try first.offer("M1", of: stage.cast)
            try second.offer("M2", of: stage.cast)
            let app = try await stage.app()
            await app.when("setRequestor(REF, serviceProviders)") {
                $0.setRequestor(stage.cast.ref, serviceProviders: [first.serviceProvider, second.serviceProvider])
            }
            try app.saw(.src(1))
            for (role, world) in [("M1", first), ("M2", second)] {
                await app.when("getAuthentication") { $0.getAuthentication() }
                try app.saw(.dpd(["M1", "M2"]))
                let listed = app.providers?.first { $0.id == stage.cast[role] }
                try app.expect(listed?.spUrl, is: world.serviceProvider, "the service provider of \(role):")
                await app.when("setSelectedProvider(\(role))") { $0.setSelectedProvider(stage.cast[role]) }
                try app.saw(.nav)
                try app.called("regcode", at: world)
                let url = try app.require(app.navigation, "NAV")
                try app.expect(
                    url.address.hasPrefix(world.serviceProvider + "/"), "a URL at \(world.serviceProvider)",
                    seen: url.address)
                try app.expect(url["mso_id"], is: stage.cast[role], "mso_id")
                await app.when("setSelectedProvider(nil)") { $0.setSelectedProvider(nil) }
                try app.saw(.sas(0, .pns), .st("N005"))
            }
        },
        Scenario(
            "7", .configuration, "One of two service providers is down", given: "two service providers, one down",
            when: "setRequestor(serviceProviders)", then: "SRC(1) with the other's MVPDs", source: "our choice",
            isOurs: true, needs: [.policy]
        ) { stage in
            let (first, second) = (try stage.world, try stage.otherWorld("second"))
            try first.offer("M1", of: stage.cast)
            try second.offer("M2", of: stage.cast)
            for (down, role) in [(first, "M2"), (second, "M1")] {
                let app = try await stage.app(on: stage.device(name: role))
                stage.network.cut(at: down.url + "/")
                await app.when("setRequestor(REF, serviceProviders)") {
                    $0.setRequestor(stage.cast.ref, serviceProviders: [first.serviceProvider, second.serviceProvider])
                }
                try app.saw(.src(1))
                stage.network.restore()
                await app.when("getAuthentication") { $0.getAuthentication() }
                try app.saw(.dpd([role]))
            }
        },
        Scenario(
            "8", .configuration, "Several service providers are asked at once", given: "two service providers, slow",
            when: "setRequestor(serviceProviders)",
            then: "both requests start before either answers; SRC(1) after both", source: "iOS/tvOS API reference",
            needs: [.policy]
        ) { stage in
            let places = [stage.serviceProvider, try stage.otherWorld("second").serviceProvider]
            let app = try await stage.app()
            stage.network.hold("config")
            await app.when("setRequestor(REF, serviceProviders)") {
                $0.setRequestor(stage.cast.ref, serviceProviders: places)
            }
            try app.sawNothing()
            let started = app.calls("config").filter { $0.outcome == nil }
            try app.expect(started.count, is: 2, "requests under way:")
            for place in places {
                try app.expect(
                    started.contains { $0.request.url.hasPrefix(place + "/") }, "a request at \(place)",
                    seen: started.map(\.request.url).joined(separator: ", "))
            }
            await app.step("both answer") { stage.network.release("config") }
            try app.saw(.src(1))
        },
    ]
}

extension SimulatedApp {
    /// Expects exactly these operations to be requested, in this order, and all of them from that World.
    fileprivate func called(_ operations: String..., at world: SimulatedWorld) throws {
        try expect(calls.map(\.operation), is: operations, "requests:")
        let others = calls.map(\.request.url).filter { !$0.hasPrefix(world.url + "/") }
        try expect(others.isEmpty, "requests at \(world.url) alone", seen: others.joined(separator: ", "))
    }
}

extension SimulatedWorld {
    /// Excludes all MVPDs of the requestor `REF` except the given one (a role).
    fileprivate func offer(_ role: String, of cast: Cast) throws {
        let others = ["M1", "M2", "M3", "M4", "X1", "T1", "T2"].filter { $0 != role }.map { "\"\(cast[$0])\"" }
        try configure("{ requestors: { \(cast.ref): { excludedMVPDs: [\(others.joined(separator: ","))] } } }")
    }
}
