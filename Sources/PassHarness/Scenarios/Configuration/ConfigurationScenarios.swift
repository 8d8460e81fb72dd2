import AccessEnabler
import PassSimulator

extension ScenarioSuite {
    static let configuration = answers + severalServiceProviders + queue + surroundings

    private static let answers: [Scenario] = [
        Scenario(
            "1", .configuration, "A valid requestor is configured once", given: "valid requestor", when: "setRequestor",
            then: "SRC(1) once; config fetched once from the default service provider", source: "iOS/tvOS API reference"
        ) { stage in
            let app = try await stage.app()
            await app.when("setRequestor(REF)") { $0.setRequestor(stage.cast.ref) }
            try app.saw(.src(1))
            try app.tracked()
            try app.expect(app.calls("config").count, is: 1, "requests for the configuration:")
            let url = try app.call("config").request.url
            try app.expect(url.hasPrefix(stage.serviceProvider + "/"), "a URL at \(stage.serviceProvider)", seen: url)
        },
        Scenario(
            "2", .configuration, "An unreachable backend", given: "backend unreachable", when: "setRequestor",
            then: "ST CFG404(error), SRC(0)", source: "iOS/tvOS API reference; Error Reporting"
        ) { stage in
            let app = try await stage.app()
            stage.network.cut()
            await app.when("setRequestor(REF)") { $0.setRequestor(stage.cast.ref) }
            try app.saw(.src(0), .st("CFG404", .error))
        },
        Scenario(
            "3", .configuration, "An unknown requestor", given: "unknown requestor id", when: "setRequestor",
            then: "ST CFG400, SRC(0)", source: "Error Reporting", needs: [.policy]
        ) { stage in
            try stage.world.configure(#"{ unknownRequestors: "refuse" }"#)
            let app = try await stage.app()
            await app.when("setRequestor(NOBODY)") { $0.setRequestor("NOBODY") }
            try app.saw(.src(0), .st("CFG400"))
        },
        Scenario(
            "4", .configuration, "A backend that is down for maintenance", given: "backend answers 503 to config",
            when: "setRequestor", then: "ST CFG503, SRC(0)", source: "Error Reporting", needs: [.faults]
        ) { stage in
            let app = try await stage.app()
            try stage.fail(.retrieveConfiguration, with: .status(503))
            await app.when("setRequestor(REF)") { $0.setRequestor(stage.cast.ref) }
            try app.saw(.src(0), .st("CFG503", .error))
            try app.expect(app.calls("config").count, is: 1, "requests for the configuration:")
        },
    ]
}
