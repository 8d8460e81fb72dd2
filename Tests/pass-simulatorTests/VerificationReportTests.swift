import PassCore
import PassTokens
import Testing

@testable import pass_simulator

@Suite("Reports on media tokens")
struct VerificationReportTests {
    private let answer = """
        {"status":"TOKEN_EXPIRED","valid":false,"sessionGUID":"G","requestorID":"R","resourceID":"a\\n\\u001bb",
        "mvpdID":"M","timeIssued":1936513800000,"expires":1936514100000,"more":1}
        """

    @Test("A simulator's answer becomes text with dates, on one line each")
    func text() throws {
        let report = try #require(VerificationReport(try JSONValue.parse(Array(answer.utf8))))
        #expect(
            report.text == """
                TOKEN_EXPIRED
                  sessionGUID: G
                  requestorID: R
                  resourceID: a  b
                  mvpdID: M
                  timeIssued: 2031-05-14T08:30:00Z
                  expires: 2031-05-14T08:35:00Z

                """)
    }

    @Test("JSON keeps the simulator's names and says that single use was checked")
    func json() throws {
        let report = try #require(VerificationReport(try JSONValue.parse(Array(answer.utf8))))
        #expect(
            report.json == """
                {"status":"TOKEN_EXPIRED","valid":false,"singleUseChecked":true,"sessionGUID":"G","requestorID":"R",\
                "resourceID":"a\\n\\u001bb","mvpdID":"M","timeIssued":1936513800000,"expires":1936514100000}

                """)
    }

    @Test("The report on a token that can't be trusted has only the verdict, not even what wasn't checked")
    func offline() {
        let report = VerificationReport(TokenVerdict(.badSignature))
        #expect(!report.isValid)
        #expect(report.json == "{\"status\":\"INVALID_SIGNATURE\",\"valid\":false,\"singleUseChecked\":false}\n")
        #expect(report.text == "INVALID_SIGNATURE\n")
    }

    @Test("Another document isn't a verdict")
    func foreign() throws {
        #expect(VerificationReport(try JSONValue.parse(Array("{\"ok\":true}".utf8))) == nil)
    }
}
