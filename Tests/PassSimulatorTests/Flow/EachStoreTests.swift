import Foundation
import PassCore
import PassTestSupport
import Testing

@testable import PassSimulator

@Suite("The stores of flow tests")
struct EachStoreTests {
    @Test("A test runs once for each store, and a site has the store of its test")
    func kinds() async throws {
        let seen = Guarded<[EachStore.Kind]>([])
        let test = try #require(Test.current)
        try await EachStore(EachStore.Kind.allCases).provideScope(for: test, testCase: Test.Case.current) {
            let site = try TestSite()
            let (isShared, outlives) = (site.backend.shared != nil, site.backend.worlds.engine.outlivesProcess)
            #expect(isShared == (EachStore.kind == .redis))
            #expect(outlives == (EachStore.kind != .memory))
            #expect(site.get("/_sim/clock").json["now"] == .string("2031-05-14T08:00:00.000Z"))
            seen.withLock { $0.append(EachStore.kind) }
        }
        #expect(seen.withLock(\.self) == EachStore.Kind.allCases)
    }

    @Test("An issue names the store with which it was found")
    func issues() async throws {
        let test = try #require(Test.current)
        let comments = Guarded<[String]>([])
        let collecting = IssueHandlingTrait.compactMapIssues { issue in
            comments.withLock { $0 += issue.comments.map(\.rawValue) }
            return nil
        }
        try await collecting.provideScope(for: test, testCase: Test.Case.current) {
            try await EachStore(EachStore.Kind.allCases).provideScope(for: test, testCase: Test.Case.current) {
                if EachStore.kind == .redis { Issue.record("It failed.") }
            }
        }
        #expect(comments.withLock(\.self) == ["It failed.", "The store is Redis."])
    }

    /// The suites that run with the store in memory alone: they look at requests, answers, the journal or settings of the
    /// start, they need identifiers that repeat, or they name their stores themselves.
    private static let others: Set = [
        "BadInputTests", "BrowserPageTests", "DeliveryFlowTests", "EnvironmentTests", "ExplanationFlowTests",
        "JournalFlowTests", "LogFlowTests", "MetricsFlowTests", "RequestFactsTests", "RequestedActionTests",
        "RouteTests", "RuleConfigurationTests", "SettingFileTests", "SnapshotFlowTests", "ThrottleFlowTests",
        "TokenSurgeryTests", "TransportRuleTests", "TransportTests", "WorldTimeTests", "EachStoreTests",
        "StoreFlowTests",
    ]

    @Test("Every other suite of flows runs with each store")
    func suites() throws {
        let root = "\(Fixture.directory)/../Tests/PassSimulatorTests"
        var count = 0
        for folder in ["Flow", "Control"] {
            let names = try #require(FileManager.default.enumerator(atPath: "\(root)/\(folder)"))
            for case let path as String in names where path.hasSuffix("Tests.swift") {
                let name = String(path.split(separator: "/").last?.dropLast(6) ?? "")
                let text = try String(contentsOfFile: "\(root)/\(folder)/\(path)", encoding: .utf8)
                guard text.contains("@Suite("), text.contains("Site"), !Self.others.contains(name) else { continue }
                count += 1
                #expect(text.contains(".eachStore"), "\(name) runs with the store in memory only")
            }
        }
        #expect(count > 50)
    }
}
