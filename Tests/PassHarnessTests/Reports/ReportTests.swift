import Testing

@testable import PassHarness

@Suite("Reports")
struct ReportTests {
    private static let results = [
        ScenarioResult(.make("1", .configuration, title: "Once"), .passed, milliseconds: 1_234),
        ScenarioResult(
            .make("66a", .cancellation, title: "A \"late\" call & <more>"),
            .failed(
                .init(
                    step: "setSelectedProvider(nil)", expected: "SAS(0,PNS) ST N005", seen: "nothing",
                    exchange: ["#3 POST http://h/regcode -> 200", "> requestor=REF"])), milliseconds: 7),
        ScenarioResult(
            .make("2", .configuration, title: "Never"), .skipped("needs control of the backend's clock"),
            milliseconds: 0),
        ScenarioResult(.make("12", .configuration, isOurs: true, title: "Ours"), .passed, milliseconds: 20),
    ]

    @Test("The table is ordered by chapter, ours last, and shows all details of a failure")
    func table() {
        #expect(
            TableReport(Self.results, seed: 4711).text == """
                Configuration and queue (1 passed, 1 skipped)
                  passed   1   Once
                  skipped  2   Never: needs control of the backend's clock

                Cancellation (1 failed)
                  FAILED   66a A "late" call & <more>
                             step      setSelectedProvider(nil)
                             expected  SAS(0,PNS) ST N005
                             seen      nothing
                             exchange  #3 POST http://h/regcode -> 200
                                       > requestor=REF

                Our own choices (1 passed)
                  passed   12  Ours

                Skipped scenarios must set the backend's clock, change its configuration (policy) or make its calls fail (faults).
                Only the built-in simulator allows that: run the command without --target.

                Abbreviations:
                  SRC  setRequestorComplete                   SEL  selectedProvider
                  SAS  setAuthenticationStatus                TRK  sendTrackingData
                  DPD  displayProviderDialog                  ST   status with an error ID
                  NAV  navigateToUrl (NAVSVC: with useSVC)    UNA  User Not Authenticated Error
                  TOK  setToken                               PNS  Provider Not Selected Error
                  TRF  tokenRequestFailed                     GAN  Generic Authentication Error
                  PRE  preauthorizedResources                 UNZ  User Not Authorized Error
                  META setMetadataStatus                      GAZ  Generic Authorization Error

                4 scenarios: 2 passed, 1 failed, 1 skipped; --seed 4711 repeats the run

                """)
    }

    @Test("If most failures end at one call, the table says so, and questions a backend that doesn't know it")
    func commonEnd() {
        func report(_ count: Int, _ status: Int) -> String {
            let results = (1...count).map { number in
                let place = "http://h:1/_ns/a-\(number)/adobe-services/o/client/register"
                return ScenarioResult(
                    .make("\(number)"),
                    .failed(
                        .init(step: "s", expected: "e", seen: "n", exchange: ["#\(number) POST \(place) -> \(status)"])),
                    milliseconds: 0)
            }
            let other = ScenarioResult(
                .make("200"), .failed(.init(step: "s", expected: "e", seen: "n")), milliseconds: 0)
            return TableReport(results + [other]).text
        }
        #expect(
            report(10, 501).contains(
                "\n10 of 11 failures end at `POST /o/client/register -> 501`: is this an Adobe Pass backend?\n"))
        #expect(report(10, 500).contains("\n10 of 11 failures end at `POST /o/client/register -> 500`.\n"))
        #expect(!report(9, 501).contains("failures end at"))
    }

    @Test("JSON is an array in the order of the run")
    func json() {
        let source = #""source":"iOS/tvOS API reference""#
        let expected = [
            #"{"number":"1","group":"Configuration and queue","title":"Once","status":"passed","reason":null,"#,
            source, #","isOurs":false,"milliseconds":1234},"#,
            #"{"number":"66a","group":"Cancellation","title":"A \"late\" call & <more>","status":"failed","#,
            #""reason":"setSelectedProvider(nil): expected SAS(0,PNS) ST N005, saw nothing","#,
            source, #","isOurs":false,"milliseconds":7,"step":"setSelectedProvider(nil)","#,
            #""expected":"SAS(0,PNS) ST N005","seen":"nothing","#,
            ##""exchange":["#3 POST http://h/regcode -> 200","> requestor=REF"]},"##,
            #"{"number":"2","group":"Configuration and queue","title":"Never","status":"skipped","#,
            #""reason":"needs control of the backend's clock","#,
            source, #","isOurs":false,"milliseconds":0},"#,
            #"{"number":"12","group":"Our own choices","title":"Ours","status":"passed","reason":null,"#,
            source, #","isOurs":true,"milliseconds":20}"#,
        ].joined()
        #expect(JSONReport(Self.results).text == "[\(expected)]\n")
    }

    @Test("JUnit's XML has a test suite for each chapter")
    func junit() {
        #expect(
            JUnitReport(Self.results).text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="pass-simulator harness" tests="4" failures="1" errors="0" skipped="1" time="1.261">
                  <testsuite name="Configuration and queue" tests="2" failures="0" errors="0" skipped="1" time="1.234">
                    <testcase classname="Configuration and queue" name="1 Once" time="1.234"/>
                    <testcase classname="Configuration and queue" name="2 Never" time="0.000">
                      <skipped message="needs control of the backend's clock"/>
                    </testcase>
                  </testsuite>
                  <testsuite name="Cancellation" tests="1" failures="1" errors="0" skipped="0" time="0.007">
                    <testcase classname="Cancellation" name="66a A &quot;late&quot; call &amp; &lt;more&gt;" time="0.007">
                      <failure message="setSelectedProvider(nil): expected SAS(0,PNS) ST N005, saw nothing">expected \
                SAS(0,PNS) ST N005
                seen     nothing
                #3 POST http://h/regcode -&gt; 200
                &gt; requestor=REF</failure>
                    </testcase>
                  </testsuite>
                  <testsuite name="Our own choices" tests="1" failures="0" errors="0" skipped="0" time="0.020">
                    <testcase classname="Our own choices" name="12 Ours" time="0.020"/>
                  </testsuite>
                </testsuites>

                """)
    }

    @Test("JUnit's XML names the seed of a run as a property")
    func seed() {
        let result = ScenarioResult(.make("1"), .passed, milliseconds: 0)
        #expect(
            JUnitReport([result], seed: 4711).text.contains(
                "    <properties>\n      <property name=\"seed\" value=\"4711\"/>\n    </properties>\n    <testcase"))
    }

    @Test("What XML can't hold is replaced")
    func forbidden() {
        #expect(JUnitReport.escaped("a\u{1B}[31m\u{0}\t\u{FFFE}b") == "a\u{FFFD}[31m\u{FFFD}&#9;\u{FFFD}b")
    }

    @Test("Text from a server can't control a terminal")
    func controls() {
        let failure = ScenarioResult.Failure(step: "s", expected: "e", seen: "\u{1B}[2J\nx\u{9B}")
        let result = ScenarioResult(.make("1"), .failed(failure), milliseconds: 0)
        #expect(TableReport([result]).text.contains("seen      ?[2J?x?\n"))
    }

    @Test("A run without scenarios is reported as such")
    func empty() {
        #expect(TableReport([]).text == "0 scenarios: none\n")
        #expect(JSONReport([]).text == "[]\n")
    }
}
