import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import PassTestSupport
import Testing

@testable import PassAdmin

@Suite("The index of a journal")
struct JournalIndexTests {
    private func flows(_ site: JournalSite) throws -> [[Int64?]] {
        try site.get("/_sim/flows?limit=1000")["flows"]?.arrayValue?.map { flow in
            [flow["exchangeCount"]?.integerValue]
        } ?? []
    }

    @Test("An answer that arrives after a list was read joins its exchange with others")
    func flight() throws {
        let site = try JournalSite()
        let first = site.journal.begin(
            HTTPRequest(target: "/adobe-services/authenticate/saml?requestor_id=R"), .authenticate,
            at: Timestamp(seconds: 1_767_225_600))
        #expect(try flows(site) == [[1]])
        site.journal.complete(
            first, HTTPResponse(.ok, body: Array(#"<input name="login" value="L1">"#.utf8)))
        site.record(.signIn, "/_sim/mvpd/Adobe/login", method: .post, body: "login=L1&username=u&password=p")
        #expect(try flows(site) == [[2]])
        #expect(try site.found("subscriber=u", "operation") == ["Authenticate", "SignIn"])
    }

    @Test("The lists of a full journal have what it still holds, and flows lose what it dropped")
    func eviction() throws {
        let site = try JournalSite(capacity: 1_500)
        for number in 0..<5_000 {
            site.record(.authorizeDevice, "/a?reg_code=C\(number / 2_000)&device_id=d\(number)")
            if number % 900 == 0 { _ = try flows(site) }
        }
        // The codes are C1 for 3500 to 3999, and C2 for 4000 to 4999.
        #expect(try flows(site) == [[500], [1_000]])
        let flow = try site.get("/_sim/flows?limit=1")["flows"]?.arrayValue?.first
        let devices = flow?["devices"]?.arrayValue?.compactMap(\.stringValue)
        #expect(devices?.first == "d3500" && devices?.last == "d3999")
        #expect(try site.found("limit=2", "device") == ["d3500", "d3501"])
        #expect(try site.found("device=d4999", "device") == ["d4999"])
        #expect(try site.found("device=d3499").isEmpty)
        site.journal.removeAll()
        #expect(try flows(site).isEmpty && site.found("").isEmpty)
        site.record(.authorizeDevice, "/a?reg_code=C9&device_id=new")
        #expect(try site.found("", "device") == ["new"])
    }

    @Test("Pages follow each other without gaps, whatever the filters leave out")
    func pages() throws {
        let site = try JournalSite(capacity: 2_000)
        for number in 0..<1_200 { site.record(nil, number % 2 == 0 ? "/even/\(number)" : "/odd/\(number)") }
        var paths: [String] = []
        var after = ""
        while true {
            let page = try site.get("/_sim/exchanges?path=/even/*&limit=130\(after)")
            paths += page["exchanges"]?.arrayValue?.compactMap { $0["path"]?.stringValue } ?? []
            guard let next = page["next"]?.stringValue else { break }
            after = "&after=\(next)"
        }
        #expect(paths == (0..<600).map { "/even/\($0 * 2)" })
        let last = try site.answer(.get("/_sim/exchanges.jsonl?last=300&path=/odd/*")).text.split(separator: "\n")
        #expect(last.count == 300 && last.first?.contains("/odd/601\"") == true)
    }

    @Test("Indexes stay within their limit; without room, each list builds its own")
    func limit() throws {
        let (one, other) = (try JournalSite(), try JournalSite())
        for site in [one, other] {
            for number in 0..<50 { site.record(.authorize, "/a?reg_code=C&device_id=device-\(number)") }
        }
        let small = JournalIndexes(limit: 1)
        #expect(small.index(of: one.journal).exchanges.count == 50 && small.byteCount == 0)
        let whole = JournalIndexes()
        _ = whole.index(of: one.journal)
        let bytes = whole.byteCount
        #expect(bytes > 50 * 40)
        let both = JournalIndexes(limit: bytes * 3 / 2)
        for site in [one, other, one] {
            #expect(both.index(of: site.journal).groups.count == 1)
            #expect(both.byteCount > 0 && both.byteCount <= bytes * 3 / 2)
        }
    }

    @Test("The index of a journal that has ended is dropped")
    func ended() throws {
        let indexes = JournalIndexes()
        do {
            let site = try JournalSite()
            site.record(.authorize, "/a?reg_code=C")
            _ = indexes.index(of: site.journal)
        }
        let next = try JournalSite()
        #expect(indexes.index(of: next.journal).exchanges.isEmpty)
        #expect(indexes.byteCount < 1_000)
    }

    @Test("The flow of the last exchange is called latest")
    func latest() throws {
        let site = try JournalSite()
        #expect(try site.answer(.get("/_sim/flows/latest")).status == .notFound)
        let first = site.record(.requestRegistrationCode, "/reggie/v1/R/regcode", answer: #"{"code":"AAAAAAA"}"#)
        let second = site.record(.requestRegistrationCode, "/reggie/v1/R/regcode", answer: #"{"code":"BBBBBBB"}"#)
        site.record(nil, "/favicon.ico")
        #expect(try site.get("/_sim/flows/latest")["id"]?.stringValue == second.description)
        site.record(.sessionDevice, "/adobe-services/sessionDevice?reg_code=AAAAAAA")
        #expect(try site.get("/_sim/flows/latest")["id"]?.stringValue == first.description)
        let text = try site.answer(.get("/_sim/flows/latest/diagram.txt")).text
        #expect(text.contains("AAAAAAA") && !text.contains("BBBBBBB"))
    }

    @Test("A list shows where the clock was moved")
    func clockChanges() throws {
        let site = try JournalSite()
        let move = { (from: Int64, to: Int64) in
            site.journal.recordTurn(
                from: .init(time: Timestamp(seconds: from)), to: .init(time: Timestamp(seconds: to)))
        }
        #expect(try site.get("/_sim/exchanges")["clockChanges"] == nil)
        let first = site.record(nil, "/1")
        move(1_767_225_600, 1_767_312_000)
        move(1_767_312_000, 1_767_312_000)
        let second = site.record(nil, "/2")
        move(1_767_312_000, 1_767_225_600)
        let changes = { (query: String) in
            try site.get("/_sim/exchanges?\(query)")["clockChanges"]?.arrayValue?.map { $0["to"]?.stringValue } ?? []
        }
        #expect(try changes("") == ["2026-01-02T00:00:00.000Z", "2026-01-01T00:00:00.000Z"])
        #expect(try changes("limit=1") == ["2026-01-02T00:00:00.000Z"])
        #expect(try changes("after=\(first)&limit=5").count == 2)
        #expect(try changes("after=\(second)") == ["2026-01-01T00:00:00.000Z"])
        let before = try site.get("/_sim/exchanges")["clockChanges"]?.arrayValue?.first?["before"]?.stringValue
        let place = try #require(before.flatMap { ExchangeID($0) })
        #expect(place.number > first.number && place.number <= second.number)
    }
}
