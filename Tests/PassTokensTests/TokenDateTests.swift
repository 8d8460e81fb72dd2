import PassCore
import PassTokens
import Testing

@Suite("Token dates")
struct TokenDateTests {
    private let instant = CivilTime.timestamp(isoDate: "2031-05-14T08:30:00Z")

    @Test(
        "A proof's date is read at any offset",
        arguments: [
            "2031/05/14 08:30:00 GMT +0000", "2031/05/14 01:30:00 GMT -0700", "2031/05/14 10:30:00 GMT +0200",
            "2031/05/14 14:00:00 GMT +0530",
        ])
    func offsets(_ text: String) {
        #expect(TokenDate.timestamp(proofDate: text) == instant)
    }

    @Test("Dates are written with a GMT mark and offset, or with dashes and only an offset")
    func written() throws {
        let instant = try #require(instant)
        #expect(TokenDate.proofDate(instant) == "2031/05/14 08:30:00 GMT +0000")
        #expect(TokenDate.issueTime(instant) == "2031-05-14 08:30:00 +0000")
        #expect(TokenDate.proofDate(instant, offsetMinutes: -420) == "2031/05/14 01:30:00 GMT -0700")
        #expect(TokenDate.proofDate(instant, offsetMinutes: 120) == "2031/05/14 10:30:00 GMT +0200")
        #expect(TokenDate.issueTime(instant, offsetMinutes: 945) == "2031-05-15 00:15:00 +1545")
        #expect(TokenDate.issueTime(instant, offsetMinutes: -5) == "2031-05-14 08:25:00 -0005")
        #expect(TokenDate.timestamp(issueTime: "2031-05-14 10:30:00 +0200") == instant)
    }

    @Test(
        "Anything else isn't a date",
        arguments: [
            "", "2031/05/14 08:30:00", "2031/05/14 08:30:00 GMT", "2031/05/14 08:30:00 UTC +0000",
            "2031/05/14_08:30:00_GMT +0000", "2031/13/14 08:30:00 GMT +0000", "2031/02/30 08:30:00 GMT +0000",
            "2031/05/14 24:30:00 GMT +0000", "2031/05/14 08:30:00 GMT 00000", "31/05/14 08:30:00 GMT +0000",
            "2031/05/14 08:30:00 GMT +0060", "2031-05/14 08:30:00 GMT +0000", "2031/05-14 08:30:00 GMT +0000",
            "2031/05/14 08.30:00 GMT +0000", "2031/05/14 08:30.00 GMT +0000", "2031/05/14 +8:30:00 GMT +0000",
            "2031/05/14 08:30:00 GMT +00000", "é031/05/14 08:30:00 GMT +000", "2031/05/14  08:30:00 GMT +0000",
            "2031/5/14 08:30:00 GMT +0000",
        ])
    func refused(_ text: String) {
        #expect(TokenDate.timestamp(proofDate: text) == nil)
    }
}
