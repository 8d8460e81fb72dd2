import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import PassTestSupport
import Testing

@testable import PassAdmin

@Suite("The sequence diagram of a flow")
struct DrawFlowTests {
    private let site: JournalSite
    private let flow: ExchangeID

    init() throws {
        site = try JournalSite()
        flow = site.record(
            .requestRegistrationCode, "/reggie/v1/REF/regcode", method: .post, body: "deviceId=tv", status: .created,
            answer: "{\"code\":\"Q7XK2MB\"}")
        for second in 1...4 as ClosedRange<Int64> {
            site.record(
                .sessionDevice, "/adobe-services/sessionDevice", time: 1_767_225_600_000 + second * 3_000,
                method: .post,
                body: "reg_code=Q7XK2MB&requestor_id=REF&device_id=tv", status: .unauthorized,
                outcome: JournalOutcome("refused", reason: "no user"))
        }
        site.record(
            .authenticate, "/adobe-services/authenticate/saml?reg_code=Q7XK2MB&mso_id=Cable", time: 1_767_225_620_000,
            status: .found)
        let now = Timestamp(milliseconds: 1_767_225_630_000)
        site.journal.recordTurn(from: .init(time: now), to: .init(time: now + .days(31)))
        site.record(
            .authorizeDevice, "/adobe-services/authorizeDevice", time: 1_769_904_030_000, method: .post,
            body: "reg_code=Q7XK2MB&resource_id=news", rules: ["rule-1"],
            outcome: JournalOutcome("denied", reason: "noAuthZ", detail: "Not in <your> package."))
    }

    private func text(_ form: String, _ query: String = "") throws -> String {
        let answer = try site.answer(.get("/_sim/flows/\(flow)/diagram.\(form)\(query)"))
        #expect(answer.status == .ok)
        return String(decoding: answer.body, as: UTF8.self)
    }

    @Test("The text names both parties, folds polls, and shows refusals, rules and changes of the clock") func asText()
        throws
    {
        #expect(
            try text("txt") == """
                REF · Cable · denied

                   0.0 s  TV      -> Service  POST REF/regcode
                   0.0 s  TV      <- Service  201 · code Q7XK2MB
                   3.0 s  TV      -> Service  POST sessionDevice · code Q7XK2MB  ×4
                   3.0 s  TV      <- Service  401 · no login yet  ×4
                  20.0 s  Phone   -> Service  GET authenticate/saml · code Q7XK2MB · Cable
                  20.0 s  Phone   <- Service  302
                           The clock was moved forwards by 31 days, to 1 Feb 2026, 00:00:30 UTC
                31 d 0:00  TV      -> Service  POST authorizeDevice · news · code Q7XK2MB
                31 d 0:00  TV      <- Service  200  REFUSED noAuthZ: Not in <your> package.  [rule-1]

                """)
    }

    @Test("Each arrow of the image names its exchanges, and text is escaped") func asImage() throws {
        let image = try text("svg")
        #expect(image.contains("data-exchange=\"\(flow)\""))
        #expect(image.contains("role=\"img\"") && image.contains("<title id=") && image.contains("<desc id="))
        #expect(image.contains("class=\"message answer refused faulted\""))
        #expect(
            image.contains("Not in &lt;your&gt; package.") && !image.contains("<script") && !image.contains("<your>"))
        #expect(image.contains("class=\"clock\""))
        let folded = image.split(separator: "data-exchanges=\"").dropFirst().map {
            $0.prefix { $0 != "\"" }.split(separator: " ").count
        }
        #expect(folded.max() == 4)
    }

    @Test("Mermaid's text declares the participants and marks refusals") func asMermaid() throws {
        let text = try text("mmd")
        #expect(text.hasPrefix("sequenceDiagram\n"))
        #expect(
            text.contains(
                "    participant app as TV\n    participant browser as Phone\n    participant service as Service\n"))
        #expect(text.contains("app->>service: POST sessionDevice · code Q7XK2MB (×4)"))
        #expect(text.contains("rect rgba") && text.contains("Not in #60;your#62; package."))
        #expect(text.contains("Note over app,service: The clock was moved forwards by 31 days"))
    }

    @Test("Secrets can be masked, any exchange names its flow, and an unknown one isn't found") func masked() throws {
        #expect(try !text("svg", "?secrets=masked").contains("Q7XK2MB"))
        let flows = try site.get("/_sim/exchanges?operation=Authenticate")["exchanges"]?.arrayValue
        let other = try #require(flows?.first?["id"]?.stringValue)
        let answer = try site.answer(.get("/_sim/flows/\(other)/diagram.txt"))
        let text = try text("txt")
        #expect(String(decoding: answer.body, as: UTF8.self) == text)
        #expect(try site.answer(.get("/_sim/flows/000000-0/diagram.svg")).status == .notFound)
    }

    @Test("A secret that is longer than its place is masked as a whole, and a short path may end in a slash")
    func longSecrets() throws {
        let secret = String(repeating: "S3cret-", count: 20)
        for (query, answer) in [
            ("resource_id=\(secret)", ""), ("resource_id=news", "<error><message>\(secret) is wrong</message>"),
        ] {
            site.record(
                .authorizeDevice, "/adobe-services/authorizeDevice?reg_code=Q7XK2MB&device_id=\(secret)&\(query)",
                status: .forbidden, answer: answer)
        }
        let masked = try text("txt", "?secrets=masked")
        #expect(!masked.contains("S3cret") && masked.contains("secret-"), "\(masked)")
        #expect(try text("txt").contains("S3cret"))
        let flow = try #require(site.get("/_sim/flows?secrets=masked")["flows"]?.arrayValue?.first)
        #expect(flow["resources"]?.arrayValue?.allSatisfy { !($0.stringValue ?? "").contains("S3cret") } == true)
        let image = try site.answer(.get("/_sim/flows/latest/diagram.svg/"))
        #expect(image.status == .ok && image.fields[.contentType] == "image/svg+xml")
    }
}
