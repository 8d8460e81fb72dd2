import PassHTTP
import PassInstruments
import Testing

@Suite("Names of exchanges")
struct ExchangeIDTests {
    @Test(
        "An exchange is named by its run and its number, and the name leads back to both",
        arguments: [
            (0, 0, "000000-0"), (0, 1, "000000-1"), (1, 31, "000001-z"), (0x3FFF_FFFF, 32, "zzzzzz-10"),
            (33, 1_023, "000011-zz"), (7, UInt64.max, "000007-fzzzzzzzzzzzz"),
        ])
    func text(_ run: UInt32, _ number: UInt64, _ text: String) {
        let id = ExchangeID(run: run, number: number)
        #expect(id.description == text)
        #expect(ExchangeID(text) == id)
    }

    @Test(
        "Other texts aren't names of exchanges",
        arguments: [
            "", "000000", "000000-", "000000-01", "00000-1", "0000000-1", "000000-I", "000000-u", "ZZZZZZ-1",
            "000000-gzzzzzzzzzzzz", "000000-1 ", "000000-fzzzzzzzzzzzzz",
        ])
    func malformed(_ text: String) {
        #expect(ExchangeID(text) == nil)
    }

    @Test(
        "A trace's parent is read if it is well-formed (W3C Trace Context, section 3.2.2.3)",
        arguments: [
            ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", true),
            ("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what", true),
            ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what", false),
            ("00-00000000000000000000000000000000-b7ad6b7169203331-01", false),
            ("00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01", false),
            ("ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", false),
            ("00-0AF7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", false),
            ("00-0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331-01", false), ("00", false),
        ])
    func traceParent(_ value: String, _ isValid: Bool) {
        let request = HTTPRequest(target: "/", fields: ["traceparent": value])
        #expect(TraceParent.of(request) == (isValid ? value : nil))
    }
}
