import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import PassTestSupport
import Testing

@testable import PassAdmin

@Suite("The verdict on a client")
struct JudgeClientTests {
    /// A client that polls too fast, and has no device information.
    private func site() throws -> JournalSite {
        let steps = [2.0, 4.0, 6.0].map { ClientStep.poll(at: $0) }
        return try JournalSite(
            steps + [.v2(.retrieveProfiles, "profiles", at: 9, fields: [("X-Device-Info", "")])])
    }

    private func text(_ site: JournalSite, _ target: String, accept: String? = nil) throws -> (
        type: String, text: String
    ) {
        let request = accept.map { HTTPRequest.get(target, [.accept: $0]) } ?? .get(target)
        let answer = try site.answer(request)
        #expect(answer.status == .ok)
        return (answer.fields[.contentType] ?? "", String(decoding: answer.body, as: UTF8.self))
    }

    @Test("An answer that the client didn't get creates no obligations", arguments: [true, false])
    func lostAnswer(isLost: Bool) throws {
        var first = ClientStep.refusal(at: 1, "profiles", status: 401, action: "application-registration")
        if isLost { first.delivery = .neverSent(contentLength: 100) }
        let site = try JournalSite([
            first, .refusal(at: 3, "profiles", status: 401, action: "application-registration"),
        ])
        let reader = try #require(try site.get("/_sim/verdict")["rules"]?.arrayValue)
        let broken = reader.filter { $0["outcome"] == "failed" }.compactMap { $0["rule"]?.stringValue }
        #expect(broken.isEmpty == isLost, "\(broken)")
    }

    @Test("The JSON has each rule with its outcome; a broken must fails the client") func json() throws {
        let verdict = try site().get("/_sim/verdict")
        #expect(
            verdict["outcome"] == "failed" && verdict["brokenMusts"] == .integer(1)
                && verdict["brokenShoulds"] == .integer(1))
        let rules = try #require(verdict["rules"]?.arrayValue)
        #expect(rules.count == 93)
        let polling = try #require(rules.first { $0["rule"] == "R-34" })
        #expect(polling["outcome"] == "failed" && polling["force"] == "must")
        #expect(polling["findings"]?.arrayValue?.first?["exchanges"]?.arrayValue?.count == 2)
        #expect(rules.first { $0["rule"] == "R-50" }?["notObservable"] != nil)
    }

    @Test("Rules can be switched off; an unknown one is refused") func except() throws {
        let site = try site()
        let verdict = try site.get("/_sim/verdict?except=R-34,R-16")
        #expect(verdict["outcome"] == "passed" && verdict["except"] == .array(["R-34", "R-16"]))
        #expect(verdict["rules"]?.arrayValue?.count == 91)
        #expect(try site.answer(.get("/_sim/verdict?except=R-99")).status == .badRequest)
        #expect(try site.answer(.get("/_sim/verdict?format=pdf")).status == .badRequest)
        #expect(try site.answer(.get("/_sim/verdict?screen=third")).status == .badRequest)
    }

    @Test("An empty journal doesn't pass a client") func empty() throws {
        let verdict = try JournalSite().get("/_sim/verdict")
        #expect(verdict["outcome"] == "not seen")
        #expect(verdict["rules"]?.arrayValue?.allSatisfy { $0["outcome"] == "not seen" } == true)
    }

    @Test("Text, JUnit and SARIF are chosen by the parameter or by Accept") func forms() throws {
        let site = try site()
        let plain = try text(site, "/_sim/verdict?format=text")
        #expect(plain.type.hasPrefix("text/plain") && plain.text.contains("R-34 BROKEN (must)"))
        #expect(plain.text.contains("To do: Start each poll at least three seconds"))
        #expect(plain.text.hasSuffix("The client breaks 1 of the rules that it must obey.\n"))
        let junit = try text(site, "/_sim/verdict", accept: "application/xml")
        #expect(junit.type == "application/xml" && junit.text.contains("tests=\"93\" failures=\"1\""))
        let sarif = try JSONValue.parse(Array(text(site, "/_sim/verdict", accept: "application/sarif+json").text.utf8))
        let run = try #require(sarif["runs"]?.arrayValue?.first)
        #expect(run["tool"]?["driver"]?["rules"]?.arrayValue?.count == 93)
        let levels = run["results"]?.arrayValue?.map {
            "\($0["ruleId"]?.stringValue ?? "") \($0["level"]?.stringValue ?? "")"
        }
        #expect(Set(levels ?? []).isSuperset(of: ["R-34 error", "R-16 warning"]))
    }

    @Test("The verdict can be limited to the exchanges of a period") func time() throws {
        let verdict = try site().get("/_sim/verdict?since=2026-01-01T00:00:08Z")
        #expect(verdict["outcome"] == "passed")
    }
}
