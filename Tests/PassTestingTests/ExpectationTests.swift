import PassSimulator
import PassTesting
import Testing

@Suite("Expectations of the backend", .simulator)
struct ExpectationTests {
    @Test("An operation was called as often as expected") func called() async throws {
        let simulation = try Simulation.current
        simulation.expectCalled(.retrieveConfiguration, times: 0)
        _ = try await Asking(simulation: simulation).configuration()
        simulation.expectCalled(.retrieveConfiguration)
        simulation.clearExchanges()
        simulation.expectCalled(.retrieveConfiguration, times: 0)
    }

    @Test("A different count is an issue at the line of the expectation") func miscounted() async throws {
        let simulation = try Simulation.current
        _ = try await Asking(simulation: simulation).configuration()
        let line = #line + 2
        withKnownIssue {
            simulation.expectCalled(.retrieveConfiguration, times: 2)
        } matching: { issue in
            let comment = issue.comments.first?.rawValue ?? ""
            return issue.sourceLocation?.line == line
                && comment == "RetrieveConfiguration was expected 2 times, but was called once."
        }
    }

    @Test("A missing call of an operation is reported as missing") func notCalled() throws {
        let simulation = try Simulation.current
        withKnownIssue {
            simulation.expectCalled(.authorizeDevice)
        } matching: { issue in
            issue.comments.first?.rawValue == "AuthorizeDevice was expected once, but was not called."
        }
    }

    @Test("A text that isn't a token can't be played") func plays() async throws {
        let simulation = try Simulation.current
        try await withKnownIssue {
            try await simulation.expectPlays("no token", "news")
        } matching: { issue in
            issue.comments.first?.rawValue.hasPrefix(#"The media token isn't valid for "news": INVALID_TOKEN_FORMAT"#)
                == true
        }
    }

    @Test("The text of exchanges has request and answer, fields and bodies") func text() async throws {
        let simulation = try Simulation.current
        let world = try simulation.world
        world.freeze()
        world.set(toMillis: 1_936_513_800_250)
        let answer = try await Asking(simulation: simulation).registrationCode()
        let text = simulation.exchangeText
        #expect(text.hasPrefix("=== 1. 2031-05-14T08:30:00.250Z in default: RequestRegistrationCode\n"))
        #expect(text.contains("\nPOST /reggie/v1/TEST_REQUESTOR/regcode HTTP/1.1\n"))
        #expect(text.contains("\n\ndeviceId=a-device&format=json\n--- 201\n"))
        #expect(text.contains(answer))
    }
}
