import PassCore
import PassDomain
import PassInstruments
import PassTestSupport
import Testing

@testable import PassAdmin

@Suite("The lists of failures that a rule can force")
struct ForcedFailureListTests {
    private static let names = ForcedFailure.Name.allCases.map(\.rawValue)

    @Test("The dashboard's dialog offers every failure")
    func dialog() throws {
        let file = try #require(DashboardFile.all[ExactText("rule-dialog.js")])
        let list = try #require(
            String(decoding: file.bytes, as: UTF8.self).firstMatch(of: /export const FAILURES = \[([^\]]*)\]/))
        let offered = list.1.matches(of: /"([^"]+)"/).map { String($0.1) }
        #expect(offered == [ForcedFailure.denied] + Self.names)
    }

    @Test("The dashboard's editor offers every defect of an MVPD")
    func editor() throws {
        let file = try #require(DashboardFile.all[ExactText("rule-fields.js")])
        let list = try #require(
            String(decoding: file.bytes, as: UTF8.self).firstMatch(of: /export const MVPD_FAULTS = \[([^\]]*)\]/))
        #expect(list.1.matches(of: /"([^"]+)"/).map { String($0.1) } == MVPDFault.allCases.map(\.rawValue))
    }

    @Test("The page on rules names every failure")
    func page() throws {
        let page = String(
            decoding: try Fixture.bytes("../Sources/PassSimulator/PassSimulator.docc/Rules.md"), as: UTF8.self)
        let line = try #require(page.split(separator: "\n").first { $0.hasPrefix("**Failures.**") })
        #expect(line.matches(of: /`(\w+)`[,.]/).map { String($0.1) } == Self.names)
    }
}
