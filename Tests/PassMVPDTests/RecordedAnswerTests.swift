import PassHTTP
import Testing

/// Whole answers of the MVPDs as they were recorded, without the style sheet.
@Suite("Recorded answers of MVPDs")
struct RecordedAnswerTests {
    private func compare(_ response: HTTPResponse, with name: String) throws {
        var text = "\(response.status.code) \(response.status.reason)\n"
        for field in response.fields.pairs { text += "\(field.name): \(field.value)\n" }
        let page = response.text.replacing(/<style>(?:.|\n)*<\/style>/, with: "<style></style>")
        try RecordedAnswer(name: name).expect("\(text)\n\(page)")
    }

    @Test("The login page")
    func login() throws {
        try compare(try TestMVPD.make().begin(at: "AmpCable"), with: "login.http")
    }

    @Test("The login page after a wrong password")
    func wrongPassword() throws {
        try compare(try TestMVPD.make().signIn("user", "wrong"), with: "login-wrong-password.http")
    }

    @Test("The form for the service")
    func answer() throws {
        try compare(try TestMVPD.make().signIn("user", "password"), with: "answer.http")
    }

    @Test("The page without a request")
    func noRequest() throws {
        try compare(try TestMVPD.make().get("/_sim/mvpd/AcmeCable/sso"), with: "sso-without-request.http")
    }

    @Test("The logo")
    func logo() throws {
        try compare(try TestMVPD.make().get("/_sim/mvpd/AmpCable/logo.svg"), with: "logo.http")
    }
}
