import AccessEnabler
import PassCore
import PassSimulator
import PassTesting
import Testing

@Suite("The simulator trait")
struct SimulatorTraitTests {
    @Test("A test has a simulator of its own, which answers", .simulator) func own() async throws {
        let simulation = try Simulation.current
        #expect(try await Asking(simulation: simulation).configuration().status == 200)
        #expect(simulation.name == "default")
        #expect(simulation.exchanges.map(\.operation) == [.retrieveConfiguration])
    }

    @Test("A configuration is merged into the demo world", .simulator(configuration: "{ unknownRequestors: 'refuse' }"))
    func configured() async throws {
        let asking = Asking(simulation: try Simulation.current)
        #expect(try await asking.configuration(of: "TEST_REQUESTOR").status == 200)
        #expect(try await asking.configuration(of: "NOBODY").status != 200)
    }

    @Test("In a shared simulator a test has its own namespace", .simulator(.shared)) func shared() async throws {
        let simulation = try Simulation.current
        try simulation.world.configure("{ unknownRequestors: 'refuse' }")
        let neighbour = try await withSimulator(.shared) { other in
            #expect(other.name != simulation.name)
            #expect(other.url.prefix { $0 != "_" } == simulation.url.prefix { $0 != "_" })
            return try await Asking(simulation: other).configuration(of: "NOBODY").status
        }
        #expect(neighbour == 200)
        #expect(simulation.exchanges.isEmpty)
    }

    @Test("Without a simulator the error says what to write") func none() throws {
        let error = try #require(throws: SimulationError.self) { _ = try Simulation.current }
        #expect(error.message.contains("@Test(.simulator)"))
    }

    @Suite("Each test of a suite", .simulator(configuration: "{ unknownRequestors: 'refuse' }"))
    struct OfSuite {
        @Test("has one, each case of it its own", arguments: 1...3) func inherited(_: Int) async throws {
            let asking = Asking(simulation: try Simulation.current)
            #expect(try await asking.configuration(of: "NOBODY").status != 200)
            #expect(asking.simulation.exchanges.count == 1)
        }

        @Test("may have another", .simulator(.shared)) func innermost() async throws {
            let asking = Asking(simulation: try Simulation.current)
            #expect(asking.simulation.name != "default")
            #expect(try await asking.configuration(of: "NOBODY").status == 200)
        }

        @Suite("also in the suites of a suite")
        struct Inner {
            @Test("has one") func inherited() throws {
                let simulation = try Simulation.current
                #expect(simulation.name == "default")
            }
        }
    }

    @Test("The first issue of a test lists the requests, and others don't") func listed() async throws {
        let told = try await issues {
            _ = try await Asking(simulation: try Simulation.current).configuration()
            Issue.record("the first")
            Issue.record("the second")
        }
        let list = "The simulator received:\n 1. GET /adobe-services/config/TEST_REQUESTOR  200  RetrieveConfiguration"
        #expect(told == [["the first", list], ["the second"]])
    }

    @Test("An error that a test throws is rethrown") func thrown() async throws {
        struct Unexpected: Error {}
        await #expect(throws: Unexpected.self) { _ = try await issues { throw Unexpected() } }
    }

    /// The comments of the issues that a test with the trait would have.
    private func issues(_ body: @escaping @Sendable () async throws -> Void) async throws -> [[String]] {
        let test = try #require(Test.current)
        let comments = Guarded<[[String]]>([])
        let outside = IssueHandlingTrait.compactMapIssues { issue in
            comments.withLock { $0.append(issue.comments.map(\.rawValue)) }
            return nil
        }
        try await outside.provideScope(for: test, testCase: Test.Case.current) {
            let trait: SimulatorTrait = .simulator
            try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
        }
        return comments.withLock(\.self)
    }
}
