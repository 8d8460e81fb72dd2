import PassCore
import PassSimulator
import Testing

@testable import PassHarness

@Suite("Faults as the AccessEnabler meets them")
struct SDKFaultTests {
    private static let rows = FaultRow.named + FaultRow.enhancedErrors + FaultRow.tokens + FaultRow.others

    @Test("The delegate of an app gets each fault as its row says") func reactions() async throws {
        let scenarios = Self.rows.enumerated().map { index, row in
            Scenario.make("\(index)", title: "\(row.occasion) \(row.action)") { stage in
                let seen = try await FaultPlay(row, on: stage).reaction()
                try stage.expect(seen == row.reaction, row.reaction, seen: seen)
            }
        }
        // Long enough for a build with a sanitizer, beside all other tests.
        let results = try await ConformanceRunner(parallel: 4, limit: .seconds(180)).run(scenarios)
        for result in results {
            if let reason = result.reason { Issue.record("\(result.title): \(reason)") }
        }
        #expect(results.count == Self.rows.count)
    }

    @Test("Every fault and every defect of tokens has a row") func complete() async throws {
        let simulator = try await Simulator.start()
        let answer = simulator.respond(to: SimulatorRequest("GET", "\(simulator.url)/_sim/openapi/simulator.json"))
        await simulator.stop()
        let schemas = try #require(try JSONValue.parse(answer.body)["components"]?["schemas"])
        let members = try #require(schemas["RuleAction"]?["properties"])
        let actions = try Self.rows.map { try JSONValue.parse(Array($0.action.utf8)) }
        for member in ["failure", "token", "mvpd"] {
            let named = try #require(members[member]?["enum"]?.arrayValue).compactMap(\.stringValue)
            // The name that the Swift API has for `denied`.
            #expect(Set(actions.compactMap { $0[member]?.stringValue }) == Set(named).subtracting(["notAuthorized"]))
        }
        let forms = try #require(schemas["TransportFault"]?["oneOf"]?.arrayValue)
        let names: [[JSONValue]] = forms.compactMap { $0["enum"]?.arrayValue }
        let faults = try #require(names.first).compactMap(\.stringValue)
        let met = actions.compactMap { $0["transport"]?.stringValue ?? $0["transport"]?["fault"]?.stringValue }
        // A stalled answer, and one that never comes, end with the transport's own limit; curl and yt-dlp show it.
        #expect(Set(met) == Set(faults.filter { !$0.hasPrefix("stall") && $0 != "neverAccept" }))
    }
}
