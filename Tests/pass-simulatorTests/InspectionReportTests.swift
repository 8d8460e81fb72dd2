import PassCore
import PassTokens
import Testing

@testable import pass_simulator

@Suite("Reports of inspected tokens")
struct InspectionReportTests {
    private let issued = CivilTime.timestamp(isoDate: "2031-05-14T07:55:02Z") ?? Timestamp(seconds: 0)
    private let token =
        "<signatureInfo>QUJD<signatureInfo><authToken><sessionGUID>G</sessionGUID><requestorID>R</requestorID>"
        + "<resourceID>a&#10;b</resourceID><ttl>300000</ttl><issueTime>2031-05-14 07:55:02 +0000</issueTime>"
        + "<mvpdId>M</mvpdId></authToken>"

    private func report(
        _ text: String, after timeToLive: TimeToLive, device: String? = nil, reason: String? = nil
    ) throws -> InspectionReport {
        let token = try #require(InspectedToken(Array(text.utf8)))
        let inspection = TokenInspector(keys: TokenKeyring())
            .inspect(token, expecting: .init(device: device), now: issued + timeToLive)
        return InspectionReport(inspection: inspection, reasonWithoutKey: reason, offsetMinutes: { _ in 120 })
    }

    @Test("The table has the verdict, every field with its label, both times, and what was checked")
    func table() throws {
        #expect(
            try report(token, after: .seconds(8), reason: "there is no data directory").text == """
                media token (authToken): not valid: signature not checked
                  Session GUID           G
                  Requestor              R
                  Resource               a b
                  Time to live           5 min
                  Issued                 2031-05-14 07:55:02 UTC = 2031-05-14 09:55:02 +0200
                  MVPD                   M
                  Expires                2031-05-14 08:00:02 UTC = 2031-05-14 10:00:02 +0200, expires in 4 min 52 s

                  Signature              not checked: there is no data directory; name one with --key or --url

                """)
    }

    @Test("An expired token shows since when, a wrapped one its wrapping, and a requested device what is known of it")
    func others() throws {
        let text = try report(Base64.encode(Array(token.utf8)), after: .minutes(8), device: "d").text
        let problems = "signature not checked; expired 3 min ago; bound to no device\n"
        #expect(text.hasPrefix("media token (authToken): not valid: \(problems)"))
        #expect(text.contains("  Read from              base64\n"))
        #expect(text.contains("  Device                 not compared: the token names no device\n"))
    }

    @Test("JSON is one object with the documented names")
    func json() throws {
        let text = try report(token, after: .seconds(8)).json
        #expect(text.hasSuffix("\n") && !text.dropLast().contains("\n"))
        let fields = #""fields":[{"name":"sessionGUID","label":"Session GUID","value":"G"},"#
        #expect(
            text.hasPrefix(
                #"{"kind":"media","form":"authToken","valid":false,"problems":["signatureNotChecked"],"#
                    + #""signature":"notChecked","key":null,"device":null,"readFrom":[],"requestor":"R","#
                    + #""resource":"a\nb","mvpd":"M","issued":1936511702000,"expires":1936512002000,"#
                    + #""now":1936511710000,"# + fields))
        #expect(text.contains(#"{"name":"ttl","label":"Time to live","value":"300000","millis":300000}"#))
        let issueTime = #""value":"2031-05-14 07:55:02 +0000","millis":1936511702000}"#
        #expect(text.contains(#"{"name":"issueTime","label":"Issued","# + issueTime))
        #expect(InspectionReport.unreadable == "{\"kind\":null,\"valid\":false,\"problems\":[\"unreadable\"]}\n")
    }

    @Test(
        "Durations are shown in their two largest units",
        arguments: [
            (0, "0 s"), (59, "59 s"), (60, "1 min"), (299, "4 min 59 s"), (3600, "1 h"), (3659, "1 h"),
            (86_399, "23 h 59 min"), (2_591_999, "29 d 23 h"), (31_536_000, "365 d"), (-5, "0 s"),
        ])
    func timesToLive(seconds: Int64, text: String) {
        #expect(ShownText.timeToLive(.seconds(seconds)) == text)
    }

    @Test("Long opaque values are shortened, and control characters never reach the terminal")
    func values() {
        let long = String(repeating: "A", count: 100) + "12345678"
        #expect(ShownText.shortened(long) == String(repeating: "A", count: 24) + "…12345678 (108 characters)")
        #expect(ShownText.line("a\u{1B}[2Jb\u{9B}c\r\n") == "a [2Jb c  ")
    }

    @Test("Characters that hide others or reverse them are shown as escapes, in text and in JSON")
    func hidden() {
        let kinds: [(Unicode.Scalar, String)] = [
            ("\u{202E}", "202E"), ("\u{2066}", "2066"), ("\u{200B}", "200B"), ("\u{200F}", "200F"),
            ("\u{FEFF}", "FEFF"),
            ("\u{2028}", "2028"), ("\u{AD}", "AD"), ("\u{61C}", "61C"), ("\u{E0041}", "E0041"), ("\u{FE0F}", "FE0F"),
            ("\u{3164}", "3164"), ("\u{E000}", "E000"),
        ]
        for (scalar, digits) in kinds {
            #expect(ShownText.line("a\(scalar)b") == "a\\u{\(digits)}b")
            let json = ShownText.json("\"a\(scalar)b\"")
            let isASCII = json.utf8.allSatisfy { $0 < 0x80 }
            #expect(isASCII)
            let value = try? JSONValue.parse(Array(json.utf8))
            #expect(value == .string("a\(scalar)b"))
        }
        #expect(ShownText.line("é 日本 e\u{301} 👍") == "é 日本 e\u{301} 👍")
        #expect(ShownText.json("{\"é\":\"日本\"}\n") == "{\"é\":\"日本\"}\n")
    }
}
