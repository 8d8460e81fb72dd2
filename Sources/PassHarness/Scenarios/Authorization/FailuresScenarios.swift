import AccessEnabler
import PassSimulator

extension ScenarioSuite {
    static let authorizationFailures: [Scenario] = [
        Scenario(
            "85", .authorization, "The MVPD denies and says why", given: "MVPD denies with text X, under 200 or 400",
            when: "checkAuthorization(r)", then: "TRF(r,UNZ,X), ST Z100 message X; no media call; still logged in",
            source: "iOS/tvOS API reference; Error Reporting"
        ) { stage in
            let app = try await stage.loggedInApp()
            let words = "Your package does not include this channel."
            for status in [200, 400] {
                stage.network.mutate("authorizeDevice") { _, response in
                    var response = response
                    response.status = status
                    // Without the header field, the words must be in the body, where other clients read them.
                    response.fields.removeAll { $0.name.lowercased() == "authzf-error-details" }
                    return response
                }
                await app.when("checkAuthorization(denied)") { $0.checkAuthorization(stage.cast.denied) }
                try app.saw(.trf("denied", .unz, words), .st("Z100", .error, message: words))
                try app.expect(app.statuses.first?.extra["resource"], is: stage.cast.denied, "resource of the status:")
                try app.tracked(
                    .notAuthorized(
                        error: .text(USER_NOT_AUTHORIZED_ERROR), details: .text(words), provider: "M1", guid: .md5))
                try app.called("authorizeDevice")
            }
            try app.expect(app.bucket()?.authorizations.isEmpty, is: true, "a bucket without authZ tokens:")
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(1))
            stage.network.restore()
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"))
        },
        Scenario(
            "86", .authorization, "The MVPD denies without a reason", given: "MVPD denies without text, or by 401",
            when: "checkAuthorization(r)", then: "TRF(r,UNZ,\"\"), ST Z100",
            source: "iOS/tvOS API reference; Error Reporting"
        ) { stage in
            let app = try await stage.loggedInApp()
            for (status, body) in [(200, "<error><notAuthorized/></error>"), (401, "")] {
                stage.network.answer("authorizeDevice", status: status, body: body, times: 1)
                await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
                try app.saw(.trf("r", .unz, ""), .st("Z100", .error))
                try app.expect(app.statuses.first?.message, is: nil, "message of the status:")
                try app.tracked(
                    .notAuthorized(
                        error: .text(USER_NOT_AUTHORIZED_ERROR), details: "", provider: "M1", guid: .md5))
                try app.called("authorizeDevice")
            }
        },
        Scenario(
            "87", .authorization, "The backend can't be reached",
            given: "backend unreachable at authorize, or not trusted", when: "checkAuthorization(r)",
            then: "TRF(r,GAZ,\"\"); ST Z500, or SEC420 by cause", source: "our choice", isOurs: true
        ) { stage in
            let app = try await stage.loggedInApp()
            stage.network.cut("authorizeDevice")
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.trf("r", .gaz), .st("Z500", .error))
            try app.tracked(.notAuthorized(error: .text(GENERIC_AUTHORIZATION_ERROR), details: "", provider: "M1"))
            // The SDK repeats a request once if the connection fails.
            try app.called("authorizeDevice", "authorizeDevice")
            stage.network.restore()
            stage.network.distrust("authorizeDevice")
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.trf("r", .gaz), .st("SEC420", .error))
            try app.called("authorizeDevice")
            stage.network.restore()
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"))
            try app.tracked(.authorized("M1", cached: false))
        },
        Scenario(
            "88", .authorization, "The media token can't be fetched", given: "media call fails after authorize ok",
            when: "checkAuthorization(r)", then: "TRF(r,GAZ,\"\"), ST Z500; the authZ token stays cached",
            source: "our choice", isOurs: true
        ) { stage in
            let app = try await stage.loggedInApp()
            stage.network.answer("deviceShortAuthorize", status: 500)
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.trf("r", .gaz), .st("Z500", .error))
            try app.tracked(.notAuthorized(error: .text(GENERIC_AUTHORIZATION_ERROR), details: "", provider: "M1"))
            try app.called("authorizeDevice", "deviceShortAuthorize")
            stage.network.restore()
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"))
            try app.tracked(.authorized("M1", cached: true))
            try app.called("deviceShortAuthorize")
        },
        Scenario(
            "89", .authorization, "A malformed resource", given: "malformed MRSS", when: "checkAuthorization(mrss)",
            then: "TRF, ST Z130",
            source: "Error Reporting; the original code: iOS/tvOS SDK 3.1, constants of its header"
        ) { stage in
            let app = try await stage.loggedInApp()
            let mrss = #"<rss version="2.0"><channel><title>\#(stage.cast.r)</title>"#
            await app.when("checkAuthorization(mrss)") { $0.checkAuthorization(mrss) }
            try app.sawDenial(of: mrss, .text(HANDLED_USER_NOT_AUTHORIZED_ERROR), "Z130")
        },
        Scenario(
            "90", .authorization, "Too many denials in a short time", given: "repeated denials guard",
            when: "checkAuthorization(denied) a third time", then: "TRF, ST Z110; after the guard's time ST Z100 again",
            source: "Error Reporting", needs: [.policy, .clock]
        ) { stage in
            try stage.world.configure("{ repeatedDenials: { count: 2, seconds: 10 } }")
            let app = try await stage.loggedInApp()
            for status in ["Z100", "Z100", "Z110", "Z110"] {
                await app.when("checkAuthorization(denied)") { $0.checkAuthorization(stage.cast.denied) }
                try app.sawDenial(of: "denied", .unz, status)
                // The vendor's other clients recognize repeated denials by this field.
                try app.expect(
                    try app.call("authorizeDevice").response?.fields["Authzf-Sub-Error-Code"],
                    is: status == "Z110" ? "1010" : nil, "Authzf-Sub-Error-Code")
            }
            try await stage.advance(by: .seconds(11))
            await app.when("checkAuthorization(denied)") { $0.checkAuthorization(stage.cast.denied) }
            try app.sawDenial(of: "denied", .unz, "Z100")
        },
        Scenario(
            "91", .authorization, "The MVPD doesn't answer in time", given: "MVPD timeout",
            when: "checkAuthorization(network:r)", then: "TRF, ST Z120",
            source: "Error Reporting; the original code: iOS/tvOS SDK 3.1, constants of its header"
        ) { stage in
            let app = try await stage.loggedInApp()
            await app.when("checkAuthorization(network:r)") { $0.checkAuthorization("network:r") }
            try app.sawDenial(of: "network:r", .text(HANDLED_USER_NOT_AUTHORIZED_ERROR), "Z120")
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"))
        },
    ]
}

extension SimulatedApp {
    /// Expects TRF with that error code, that status event with the same words, and `authorizeDevice` as the only
    /// request.
    func sawDenial(of resource: String, _ error: ErrorName, _ status: String) throws {
        try saw(.trf(resource, error, nil), .st(status, .error))
        let words = statuses.first?.message ?? ""
        try expect(!words.isEmpty, "a status with the words of the refusal")
        try expect(statuses.first?.extra["resource"], is: cast[resource], "resource of the status:")
        try saw(.trf(resource, error, words), .st(status, .error))
        try tracked(.notAuthorized(details: .text(words), provider: "M1", guid: .md5))
        try called("authorizeDevice")
        try expect(bucket()?.authorizations[cast[resource]] == nil, "no authZ token for \(resource)")
    }
}
