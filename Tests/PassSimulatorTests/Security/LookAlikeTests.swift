import PassCore
import PassDomain
import PassHTTP
import Testing

@testable import PassSimulator

/// Texts that `String` takes for one another: the Kelvin sign for `K`, a long s for `S` in upper case.
@Suite("Texts that only look the same")
struct LookAlikeTests {
    private let kelvin = "\u{212A}IDS"

    private func verdict(_ site: TestSite, _ token: String, _ form: [(name: String, value: String)]) -> String? {
        let text = site.post("/_sim/tokens/verify", [("token", token)] + form).text
        return text.split(separator: "\"").dropFirst(3).first.map(String.init)
    }

    @Test("A media token is valid only for its exact resource and requestor")
    func mediaToken() throws {
        let site = try TestSite()
        var client = NativeClient(site: site)
        client.requestor = "KIDS"
        let decision = try #require(client.authorize(client.login(), "KIDS").element("authzToken"))
        let token = client.mediaToken(decision).text
        #expect(verdict(site, token, [("resource", kelvin)]) == "INVALID_RESOURCE_ID")
        #expect(verdict(site, token, [("requestor", kelvin)]) == "INVALID_REQUESTOR_ID")
        #expect(verdict(site, token, [("resource", "KIDS"), ("requestor", "KIDS")]) == "VALID_TOKEN")
    }

    @Test("The resources that a requestor offers, and those that a pass was used for, are distinguished")
    func resources() throws {
        let site = try TestSite {
            $0.unknownResources = .refuse
            $0.requestors["REF"] = .init(resources: ["KIDS"])
        }
        var client = NativeClient(site: site)
        client.requestor = "REF"
        let token = try client.login()
        #expect(client.authorize(token, "KIDS").element("authzToken") != nil)
        #expect(client.authorize(token, kelvin).element("authzToken") == nil)
    }

    @Test("A pass for one resource is used up by another that looks the same")
    func pass() throws {
        let site = try TestSite { $0.mvpds["TempPass"]?.pass = .init(seconds: 60, resources: 1) }
        var client = NativeClient(site: site)
        client.mvpd = "TempPass"
        let token = try client.token()
        #expect(client.authorize(token, "KIDS").element("authzToken") != nil)
        #expect(client.authorize(token, "KIDS").element("authzToken") != nil)
        #expect(client.authorize(token, kelvin).element("authzToken") == nil)
    }

    @Test("A registration code is found whatever the case of its letters, but not by look-alikes")
    func registrationCode() throws {
        let site = try TestSite()
        let aliases: [Character: Character] = ["K": "\u{212A}", "S": "\u{17F}", "I": "\u{131}"]
        for _ in 0..<60 {
            let record = site.post("/reggie/v1/REF/regcode", [("deviceId", "d"), ("format", "json")]).text
            let start = try #require(record.firstRange(of: "\"code\":\"")).upperBound
            let code = String(record[start...].prefix(7))
            let alias = String(code.map { aliases[$0] ?? $0 })
            #expect(site.get("/reggie/v1/REF/regcode/\(PercentEncoding.encode(code.lowercased()))").status == .ok)
            guard alias.utf8.count != code.utf8.count else { continue }
            #expect(site.get("/reggie/v1/REF/regcode/\(PercentEncoding.encode(alias))").status == .notFound)
            return
        }
        Issue.record("no code has a letter with a alias")
    }

    @Test("A device that only looks like the code's gets no profile, and one parameter has one spelling")
    func deviceAndParameter() throws {
        let site = try TestSite()
        let form = [("requestor_id", "REF"), ("requestor_id", "RE\u{46}"), ("device_id", "K")]
        #expect(site.post("/adobe-services/sessionDevice", form).status != .badRequest)
        let twice = [("requestor_id", "KIDS"), ("requestor_id", kelvin), ("device_id", "K")]
        #expect(site.post("/adobe-services/sessionDevice", twice).status == .badRequest)
    }

    @Test("A host that only looks like one that was read before isn't accepted")
    func host() throws {
        var site = try TestSite { $0.mvpds["Adobe"]?.host = "kids.example" }
        site.authority = "KIDS.example"
        #expect(site.get("/Adobe/logo.svg").status == .ok)
        site.authority = "\u{212A}IDS.example"
        #expect(site.get("/Adobe/logo.svg").status == .badRequest)
    }
}
